import type { APIGatewayProxyEventV2 } from "aws-lambda";
import bcrypt from "bcryptjs";
import { db, SKIERS } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { email, password } = JSON.parse(event.body ?? "{}") as { email: string; password: string };
  const passwordHash = await bcrypt.hash(password, 10);
  try {
    await db.put({
      TableName: SKIERS,
      Item: { email, passwordHash },
      ConditionExpression: "attribute_not_exists(email)",
    });
  } catch (error) {
    if ((error as Error).name !== "ConditionalCheckFailedException") throw error;
    return { statusCode: 409, body: "there is an account for this address" };
  }
  return { statusCode: 201 };
};
