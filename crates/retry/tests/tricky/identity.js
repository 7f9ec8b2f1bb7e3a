// Which thing is meant: methods that are passed on, names that are not there. The comment
// above each handler says what is true of it alone.

import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { SNS, SNSClient, PublishCommand } from "@aws-sdk/client-sns";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import AWS from "aws-sdk";
import _ from "lodash";

const db = DynamoDBDocument.from(new DynamoDB());
const topics = new SNS();
const client = new SNSClient({});
const old = new AWS.SNS();
const message = (event) => ({ TopicArn: "news", Message: event.id });

// unsafe: a method of a client, for each of a list
export const mapped = async (event) => {
  await Promise.all(event.messages.map(topics.publish, topics));
};

// unsafe: bound
// today unknown
export const bound = async (event) => {
  const send = topics.publish.bind(topics);
  await send(message(event));
};

// unsafe: called for another receiver
export const called = async (event) => {
  await topics.publish.call(topics, message(event));
};

// unsafe: with a list of arguments
export const applied = async (event) => {
  await topics.publish.apply(topics, [message(event)]);
};

// unsafe: as what follows
export const followed = async (event) => {
  await Promise.resolve(message(event)).then(topics.publish.bind(topics));
};

// unsafe: made into a promise
export const promisified = async (event) => {
  await promisify(old.publish.bind(old))(message(event));
};

// unsafe: from a table of functions
// today unknown
export const dispatched = async (event) => {
  const actions = { tell: client.send.bind(client) };
  await actions.tell(new PublishCommand(message(event)));
};

// unsafe: by its name
export const byName = async (event) => {
  await topics["publish"](message(event));
};

// unsafe: a name that is not there throws, and that is caught
// today unknown
export const undeclaredName = async (event) => {
  try {
    if (!settingsOfNobody) return;
  } catch (error) {
    await topics.publish(message(event));
  }
};

// safe: asking for the type of such a name does not throw
export const typeOfUndeclared = async (event) => {
  if (typeof settingsOfNobody !== "undefined") await topics.publish(message(event));
  await db.put({ TableName: "items", Item: { id: event.id, state: "new" } });
};

// unsafe: what a loop writes into the items is there when one of them is asked for
// today unknown
export const firstOfChanged = async (event) => {
  for (const item of event.items) item.id = randomUUID();
  await db.put({ TableName: "items", Item: { id: event.items[0].id } });
};

// unsafe: the same, of an item that was taken out before
// today unknown
export const takenBefore = async (event) => {
  const [first] = event.items;
  event.items.forEach((item) => { item.id = randomUUID(); });
  await db.put({ TableName: "items", Item: { id: first.id } });
};

// unsafe: the same, of an item that is looked for
// today unknown
export const foundInChanged = async (event) => {
  event.items.forEach((item) => { item.id = randomUUID(); });
  const found = event.items.find((item) => item.main);
  await db.put({ TableName: "items", Item: { id: found.id } });
};

// safe: what is written is the same on every attempt
export const changedAlike = async (event) => {
  for (const item of event.items) item.order = event.id;
  await db.put({ TableName: "items", Item: { id: event.items[0].order } });
};

// unsafe: a library changes a part of the request in place
// today unknown
export const setInPlace = async (event) => {
  _.set(event.order, "id", randomUUID());
  await db.put({ TableName: "items", Item: { id: event.order.id } });
};

// safe: a library makes a new object
export const mergedAnew = async (event) => {
  await db.put({ TableName: "items", Item: _.merge({}, event.order, { kind: "order" }) });
};

// unsafe: where is found before what
export const placeFirst = async (event) => {
  let place = 2;
  const found = {};
  found[String(place)] = place++;
  if (found["2"] === 2) await topics.publish(message(event));
};

// unsafe: the text of a truth value
export const truthAsText = async (event) => {
  const more = !!event.more;
  if (`${more}` === "true" && String(more) + "" === "true") await topics.publish(message(event));
};
