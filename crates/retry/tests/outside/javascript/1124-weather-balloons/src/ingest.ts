import { DynamoDBClient, ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Reading } from "./reading";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } });

export const handler = async ({ balloon, timestamp, altitude, celsius }: Reading): Promise<void> => {
  try {
    await db.send(new PutCommand({
      TableName: process.env.READINGS,
      Item: { balloon, timestamp, altitude, celsius, receivedAt: new Date().toISOString() },
      ConditionExpression: "attribute_not_exists(balloon)",
    }));
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) {
      console.debug("duplicate reading", balloon, timestamp);
      return;
    }
    throw error;
  }
};
