import { db } from "./db";

interface Leave { requestId: string; employee: string; days: number; decision?: "APPROVED" | "REJECTED" }

export class NotEnoughDays extends Error { override name = "NotEnoughDays"; }

export const reserveDays = async (leave: Leave) => {
  try {
    await db.update({
      TableName: process.env.EMPLOYEES,
      Key: { employee: leave.employee },
      UpdateExpression: "SET remaining = remaining - :d",
      ConditionExpression: "remaining >= :d",
      ExpressionAttributeValues: { ":d": leave.days },
    });
  } catch (error) {
    if ((error as Error).name === "ConditionalCheckFailedException") throw new NotEnoughDays(leave.employee);
    throw error;
  }
  return leave;
};

export const decide = async (leave: Leave) => {
  await db.update({
    TableName: process.env.REQUESTS,
    Key: { requestId: leave.requestId },
    UpdateExpression: "SET #s = :s",
    ExpressionAttributeNames: { "#s": "status" },
    ExpressionAttributeValues: { ":s": leave.decision ?? "REJECTED" },
  });
  return { requestId: leave.requestId };
};
