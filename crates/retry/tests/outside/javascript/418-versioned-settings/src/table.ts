import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocument.from(new DynamoDBClient({}));
export const TableName = process.env.SETTINGS_TABLE!;

export const ifRefused = (error: unknown, fallback: () => void): void => {
  if (error instanceof Error && error.name === "ConditionalCheckFailedException") {
    fallback();
    return;
  }
  throw error;
};
