import { db, refused, reply } from "./shared.js";

export const handler = async (event) => {
  const { owner } = event.pathParameters;
  const { requestId, cents } = JSON.parse(event.body);
  if (!requestId || !Number.isInteger(cents)) return reply(400, { message: "requestId and cents" });
  try {
    await db.update({
      TableName: process.env.WALLETS,
      Key: { owner },
      UpdateExpression: "SET lastRequest = :r ADD balance :c",
      ConditionExpression: "attribute_not_exists(lastRequest) OR lastRequest <> :r",
      ExpressionAttributeValues: { ":r": requestId, ":c": cents },
    });
  } catch (error) {
    if (!refused(error)) throw error;
    console.log("top-up repeated", requestId);
  }
  return reply(200, { requestId });
};
