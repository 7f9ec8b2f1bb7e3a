import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import bcrypt from "bcryptjs";
import { issue } from "./tokens";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const { email, password } = JSON.parse(event.body!);
  const { Item: user } = await db.send(new GetCommand({ TableName: process.env.USERS, Key: { email } }));
  if (!user || !(await bcrypt.compare(password, user.passwordHash))) {
    return { statusCode: 401, body: "" };
  }
  return { statusCode: 200, body: JSON.stringify(issue(user.userId)) };
};
