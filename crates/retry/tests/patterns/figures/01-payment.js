// Figure 1: payment and adaptDiscount
// payment: unsafe alone, unsafe together

import { randomUUID } from "node:crypto";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

// The paper declares the identifier unique; here a random part makes it so.
const generateId = (user, product) => `${user}/${product}/${randomUUID()}`;

const isValid = (percent) => percent >= 0 && percent <= 100;

export const payment = async ({ productId, userId, price }) => {
  const { Item } = await db.get({ TableName: "Discount", Key: { productId } });
  const total = price * Item.discount;
  let success = true;
  try {
    await db.update({
      TableName: "Balance",
      Key: { userId },
      UpdateExpression: "SET amount = amount - :total",
      ConditionExpression: "amount >= :total",
      ExpressionAttributeValues: { ":total": total },
    });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
    success = false;
  }
  const receiptId = generateId(userId, productId);
  if (success) {
    await db.put({ TableName: "Receipt", Item: { receiptId, total } });
  }
};

export const adaptDiscount = async ({ productId, percent }) => {
  if (!isValid(percent)) return;
  const discount = 1.0 - percent / 100.0;
  await db.put({ TableName: "Discount", Item: { productId, discount } });
};
