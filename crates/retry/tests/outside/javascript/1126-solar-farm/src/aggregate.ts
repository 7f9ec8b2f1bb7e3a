import { TransactionCanceledException, type AttributeValue } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBStreamHandler } from "aws-lambda";
import { db, requireEnv } from "./db";

const SEEN = requireEnv("SEEN_TABLE");
const YIELDS = requireEnv("YIELDS_TABLE");

export const handler: DynamoDBStreamHandler = async ({ Records }) => {
  for (const { eventID, eventName, dynamodb } of Records) {
    if (eventName !== "INSERT") continue;
    const { farm, wattHours } = unmarshall(dynamodb!.NewImage as Record<string, AttributeValue>);
    try {
      await db.send(new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName: SEEN, Item: { eventId: eventID }, ConditionExpression: "attribute_not_exists(eventId)" } },
          {
            Update: {
              TableName: YIELDS,
              Key: { farm },
              UpdateExpression: "ADD wattHours :wattHours",
              ExpressionAttributeValues: { ":wattHours": wattHours },
            },
          },
        ],
      }));
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
    }
  }
};
