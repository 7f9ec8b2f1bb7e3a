import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event) => {
  for (const { Sns } of event.Records) {
    const id = Sns.MessageId ?? randomUUID();
    await db.send(new PutCommand({
      TableName: process.env.INBOX,
      Item: { id, text: Sns.Message, keptAt: new Date().toISOString() },
    }));
  }
};
