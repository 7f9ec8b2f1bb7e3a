import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import bcrypt from "bcryptjs";
import { reply } from "./http";
import { startSession } from "./sessions";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const { email, password } = JSON.parse(event.body ?? "{}");
  if (!email || !password) return reply(400, { message: "email and password are required" });

  const { Item: user } = await ddb.send(
    new GetCommand({ TableName: process.env.USERS_TABLE, Key: { email: email.toLowerCase() } }),
  );
  if (!user || !(await bcrypt.compare(password, user.passwordHash))) {
    return reply(401, { message: "wrong email or password" });
  }
  const token = await startSession(user.email);
  return reply(200, { token });
};
