import { db, refused, reply } from "./shared.js";

export const handler = async (event) => {
  const { cents } = JSON.parse(event.body);
  try {
    await db.update({
      TableName: process.env.WALLETS,
      Key: { owner: event.pathParameters.owner },
      UpdateExpression: "SET balance = balance - :c",
      ConditionExpression: "balance >= :c",
      ExpressionAttributeValues: { ":c": cents },
    });
    return reply(200, { spent: cents });
  } catch (error) {
    if (refused(error)) return reply(402, { message: "not enough money" });
    throw error;
  }
};
