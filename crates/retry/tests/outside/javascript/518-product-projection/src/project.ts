import type { DynamoDBStreamEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function save(product: Record<string, any>) {
  const { productId, version, title, price } = product;
  try {
    await db.send(
      new PutCommand({
        TableName: process.env.VIEW_TABLE,
        Item: { productId, version, title, price },
        ConditionExpression: "attribute_not_exists(productId) OR version < :version",
        ExpressionAttributeValues: { ":version": version },
      }),
    );
  } catch (err: any) {
    if (err.name !== "ConditionalCheckFailedException") throw err;
    console.debug("old version", productId, version);
  }
}

export const handler = async (event: DynamoDBStreamEvent) => {
  for (const record of event.Records) {
    if (record.eventName === "REMOVE" || !record.dynamodb?.NewImage) continue;
    await save(unmarshall(record.dynamodb.NewImage as any));
  }
};
