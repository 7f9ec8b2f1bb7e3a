import type { KinesisStreamEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function addOnce(account: string, bytes: number, sequence: string): Promise<void> {
  try {
    await doc.send(new UpdateCommand({
      TableName: "usage",
      Key: { account },
      UpdateExpression: "SET lastSequence = :sequence ADD bytes :bytes",
      ConditionExpression: "attribute_not_exists(lastSequence) OR lastSequence < :sequence",
      ExpressionAttributeValues: { ":bytes": bytes, ":sequence": sequence },
    }));
  } catch (error) {
    if ((error as Error).name !== "ConditionalCheckFailedException") throw error;
  }
}

export const handler = async (event: KinesisStreamEvent): Promise<void> => {
  for (const { kinesis } of event.Records) {
    const { account, bytes } = JSON.parse(Buffer.from(kinesis.data, "base64").toString("utf8"));
    await addOnce(account, bytes, kinesis.sequenceNumber.padStart(60, "0"));
  }
};
