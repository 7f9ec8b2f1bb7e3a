import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { isReading } from "./reading";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: Record<string, unknown>): Promise<void> => {
  if (!isReading(event)) {
    console.warn("not a reading", event);
    return;
  }
  try {
    await db.send(new PutCommand({
      TableName: process.env.READINGS,
      Item: { device: event.device, at: event.at, celsius: event.celsius, storedAt: Date.now() },
      ConditionExpression: "attribute_not_exists(device)",
    }));
  } catch (error) {
    if ((error as Error).name !== "ConditionalCheckFailedException") throw error;
    console.info("known already", event.device, event.at);
  }
};
