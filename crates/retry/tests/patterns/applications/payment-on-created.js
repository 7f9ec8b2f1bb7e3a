// payment.on_created alone
// onCreated: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const onCreated = async ({ detail }) => {
  const { orderId, paymentToken } = detail;
  await db.put({ TableName: "payments", Item: { orderId, paymentToken } });
};
