// Functions around requests: routes, responses with callbacks, middleware that answers, and
// what a server calls beside its routes.

import AWSXRay from "aws-xray-sdk";
import { DynamoDB, SNS } from "aws-sdk";
import middy from "@middy/core";
import { ApolloServer } from "apollo-server-lambda";
import express from "express";
import _ from "lodash";
import { mutations } from "news-mutations";
import serverless from "serverless-http";
import { z } from "zod";

const topics = new SNS();
const items = new DynamoDB.DocumentClient();
const publish = () => topics.publish({ TopicArn: "news", Message: "news" }).promise();
const typeDefs = "type Query { news: Int }";

// unsafe: published when the response has been sent
// today unknown
export const sent = serverless(
  express().get("/news", (request, response) => response.end("sent", async () => publish())),
);

// unsafe: published by the callback of a template
// today unknown
export const rendered = serverless(
  express().get("/news", (request, response) => {
    response.render("news", {}, async (error, page) => {
      await publish();
      response.send(page);
    });
  }),
);

// unsafe: a part of a trace can be closed, so what follows is reached
export const traced = async () => {
  const part = AWSXRay.getSegment().addNewSubsegment("news");
  part.addAnnotation("kind", "news");
  await publish();
  part.close();
};

// unsafe: middleware answers the retry in the place of the handler
export const answered = middy(async () => ({ statusCode: 201, body: "new" })).use({
  before: async ({ event }) => {
    try {
      const Item = { id: event.id };
      const ConditionExpression = "attribute_not_exists(id)";
      await items.put({ TableName: "items", Item, ConditionExpression }).promise();
    } catch {
      return { statusCode: 200, body: "known" };
    }
  },
});

// unsafe: middleware behind the handler publishes, unless one before it answers
export const behind = middy(async () => ({ statusCode: 200 }))
  .use({ before: async ({ event }) => (event.cached ? { statusCode: 304 } : undefined) })
  .use({ after: async () => { await publish(); } });

// safe: middleware answers before anything is published
export const never = middy(async () => publish()).use({ before: async () => ({ statusCode: 403 }) });

// unsafe: whoever has signed in publishes
export const signedIn = new ApolloServer({
  typeDefs,
  resolvers: { Query: { news: async (_, __, { user }) => { if (user) await publish(); } } },
}).createHandler();

// unsafe: one of several parts of a schema has the resolver
export const inParts = new ApolloServer({
  typeDefs,
  resolvers: [{ Query: { news: async () => { await publish(); } } }],
}).createHandler();

// unsafe: a resolver of another type publishes
// today unknown
export const nested = new ApolloServer({
  typeDefs,
  resolvers: { Query: { news: () => ({}) }, News: { text: async () => { await publish(); } } },
}).createHandler();

// unsafe: what resolvers share is made by a function that publishes
export const shared = new ApolloServer({
  typeDefs,
  resolvers: { Query: { news: () => 1 } },
  context: async () => { await publish(); },
}).createHandler();

// safe: nothing is done
export const quiet = new ApolloServer({ typeDefs, resolvers: { Query: { news: () => 1 } } })
  .createHandler();

// unsafe: the loop ends at the second item
// today unknown
export const ended = async () => {
  let seen = 0;
  _.forEach([1, 2, 3], (item) => {
    if (item === 2) return false;
    seen++;
  });
  if (seen === 1) await publish();
};

// unsafe: all items are seen
export const all = async () => {
  let sum = 0;
  _.forEach([1, 2, 3], (item) => {
    sum += item;
  });
  if (sum === 6) await publish();
};

// unsafe: what is no number does not fit
// today unknown
export const unreadable = async (event) => {
  const { success } = z.object({ amount: z.number() }).safeParse({ amount: Number(event.amount) });
  if (!success) await publish();
};

// unsafe: nobody knows what the mutations of a package do, whatever the queries are
// today unknown
export const mutationsOfAPackage = new ApolloServer({
  typeDefs,
  resolvers: { Query: { news: () => 1 }, Mutation: mutations },
}).createHandler();

// safe: all resolvers are known
export const queriesAlone = new ApolloServer({
  typeDefs,
  resolvers: { Query: { news: () => 1 } },
}).createHandler();
