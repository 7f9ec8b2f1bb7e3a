import type { APIGatewayProxyEventV2 } from "aws-lambda";
import bcrypt from "bcryptjs";
import { db, SKIERS } from "./db";
import { issue } from "./tokens";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { email, password } = JSON.parse(event.body ?? "{}") as { email: string; password: string };
  const { Item: skier } = await db.get({ TableName: SKIERS, Key: { email } });
  if (!skier || !(await bcrypt.compare(password, skier.passwordHash))) {
    return { statusCode: 401, body: "wrong address or password" };
  }
  return { statusCode: 200, body: JSON.stringify({ token: issue(email) }) };
};
