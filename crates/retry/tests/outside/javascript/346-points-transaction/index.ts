import type { EventBridgeEvent } from "aws-lambda";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

type Purchase = { purchaseId: string; member: string; cents: number };

const db = DynamoDBDocument.from(new DynamoDB({}));

export const handler = async ({ detail }: EventBridgeEvent<"PurchaseCompleted", Purchase>): Promise<void> => {
  const points = Math.floor(detail.cents / 100);
  if (points === 0) return;

  try {
    await db.transactWrite({
      TransactItems: [
        {
          Put: {
            TableName: "awards",
            Item: { purchaseId: detail.purchaseId, member: detail.member, points, at: new Date().toISOString() },
            ConditionExpression: "attribute_not_exists(purchaseId)",
          },
        },
        {
          Update: {
            TableName: "members",
            Key: { member: detail.member },
            UpdateExpression: "ADD points :points",
            ExpressionAttributeValues: { ":points": points },
          },
        },
      ],
    });
  } catch (error) {
    if ((error as Error).name !== "TransactionCanceledException") throw error;
    console.info("awarded before", detail.purchaseId);
  }
};
