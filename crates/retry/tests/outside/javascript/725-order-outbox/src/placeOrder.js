import { v5 as uuidv5 } from "uuid";
import { db } from "./db.js";

const NAMESPACE = "6f0d9a54-9f1b-4c53-8a6e-0a9f6f7f3c11";

export const handler = async (event) => {
  const { id } = event.pathParameters;
  const { customer, total } = JSON.parse(event.body);
  const messageId = uuidv5(`placed/${id}`, NAMESPACE);

  try {
    await db.transactWrite({
      TransactItems: [
        {
          Put: {
            TableName: process.env.ORDERS,
            Item: { id, customer, total, placedAt: new Date().toISOString() },
            ConditionExpression: "attribute_not_exists(id)",
          },
        },
        {
          Put: {
            TableName: process.env.OUTBOX,
            Item: { messageId, type: "OrderPlaced", payload: { id, customer, total } },
          },
        },
      ],
    });
  } catch (error) {
    if (error.name !== "TransactionCanceledException") throw error;
  }
  return { statusCode: 202, body: JSON.stringify({ id }) };
};
