import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { AppSyncResolverEvent } from "aws-lambda";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "posts";

interface Arguments {
  id: string;
  title?: string;
  text?: string;
}

const resolvers: Record<string, (args: Arguments) => Promise<unknown>> = {
  async getPost({ id }) {
    const { Item } = await db.send(new GetCommand({ TableName, Key: { id } }));
    return Item ?? null;
  },
  async savePost({ id, title, text }) {
    const Item = { id, title, text };
    await db.send(new PutCommand({ TableName, Item }));
    return Item;
  },
};

export const handler = async (event: AppSyncResolverEvent<Arguments>) => {
  const resolver = resolvers[event.info.fieldName];
  if (!resolver) throw new Error(`No resolver for ${event.info.fieldName}`);
  return resolver(event.arguments);
};
