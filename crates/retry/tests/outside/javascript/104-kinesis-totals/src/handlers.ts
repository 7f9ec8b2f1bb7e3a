import type { KinesisStreamEvent } from "aws-lambda";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

interface Sale {
  shop: string;
  amount: number;
}

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const decode = (data: string): Sale => JSON.parse(Buffer.from(data, "base64").toString("utf8"));

export const totals = async (event: KinesisStreamEvent): Promise<void> => {
  for (const { kinesis } of event.Records) {
    const sale = decode(kinesis.data);
    await db.send(
      new UpdateCommand({
        TableName: "totals",
        Key: { shop: sale.shop },
        UpdateExpression: "ADD total :amount",
        ExpressionAttributeValues: { ":amount": sale.amount },
      })
    );
  }
};

export const totalsBySequence = async (event: KinesisStreamEvent): Promise<void> => {
  for (const { kinesis } of event.Records) {
    const sale = decode(kinesis.data);
    try {
      await db.send(
        new UpdateCommand({
          TableName: "safe-totals",
          Key: { shop: sale.shop },
          UpdateExpression: "SET lastSequence = :sequence ADD total :amount",
          ConditionExpression: "attribute_not_exists(lastSequence) OR lastSequence < :sequence",
          ExpressionAttributeValues: { ":amount": sale.amount, ":sequence": kinesis.sequenceNumber },
        })
      );
    } catch (e) {
      if (!(e instanceof ConditionalCheckFailedException)) throw e;
    }
  }
};
