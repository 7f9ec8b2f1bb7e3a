import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocument.from(new DynamoDBClient({}));
export const { PRODUCTS_TABLE, CHARGES_TABLE, RECEIPTS_TABLE } = process.env;

export const ignoreConflict = (error: Error): void => {
  if (error.name !== "ConditionalCheckFailedException") throw error;
};
