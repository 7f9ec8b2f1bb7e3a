import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const insert = (TableName: string, body: string) => {
  const { orderId, customer, lines } = JSON.parse(body);
  return db.send(
    new PutCommand({
      TableName,
      Item: { orderId, customer, lines },
      ConditionExpression: "attribute_not_exists(orderId)",
    }),
  );
};

export const orders = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body } of event.Records) {
    try {
      await insert(process.env.ORDERS!, body);
    } catch (error) {
      console.error(messageId, error);
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
};

export const partnerOrders = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body } of event.Records) {
    try {
      await insert(process.env.PARTNERS!, body);
    } catch (error) {
      if ((error as Error).name === "ConditionalCheckFailedException") continue; // known already
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
};
