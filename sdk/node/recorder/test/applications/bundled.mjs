// An application that a bundler makes one file of: it wraps its handlers and shows its clients.
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { instrument, wrap } from "@aplomb/recorder";
import AWS from "aws-sdk";
import { randomUUID } from "node:crypto";

const options = { region: "eu-west-1", endpoint: process.env.DYNAMODB, credentials: { accessKeyId: "key", secretAccessKey: "secret" } };
const client = DynamoDBDocumentClient.from(new DynamoDBClient(options));
const older = new AWS.DynamoDB.DocumentClient(options);
instrument(client, AWS);
const TableName = "orders";

export const handler = wrap(
  async () => {
    const id = randomUUID();
    await client.send(new PutCommand({ TableName, Item: { id, at: Date.now() } }));
    const [now, before] = await Promise.all([
      client.send(new GetCommand({ TableName, Key: { id } })),
      older.get({ TableName, Key: { id } }).promise(),
    ]);
    return [now.Item, before.Item];
  },
  { name: "bundled", file: process.env.BUNDLE, exported: "handler" },
);
