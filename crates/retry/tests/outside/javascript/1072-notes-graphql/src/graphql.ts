import { ApolloServer } from "@apollo/server";
import { handlers, startServerAndCreateLambdaHandler } from "@as-integrations/aws-lambda";
import { read, write } from "./notes";

const typeDefs = `#graphql
  type Note { owner: String!, id: String!, text: String! }
  type Query { note(owner: String!, id: String!): Note }
  type Mutation { saveNote(owner: String!, id: String!, text: String!): Note! }
`;

const resolvers = {
  Query: {
    note: (_: unknown, { owner, id }: { owner: string; id: string }) => read(owner, id),
  },
  Mutation: {
    saveNote: (_: unknown, args: { owner: string; id: string; text: string }) =>
      write({ owner: args.owner, id: args.id, text: args.text }),
  },
};

const server = new ApolloServer({ typeDefs, resolvers });

export const handler = startServerAndCreateLambdaHandler(
  server,
  handlers.createAPIGatewayProxyEventV2RequestHandler(),
);
