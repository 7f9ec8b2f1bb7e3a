import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { db, reply, seal, TableName } from "./accounts";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { login, password } = JSON.parse(event.body!);
  try {
    await db.send(new PutCommand({
      TableName,
      Item: { login, ...seal(password) },
      ConditionExpression: "attribute_not_exists(login)",
    }));
    return reply(201, { login });
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return reply(409, { message: "login is taken" });
    throw error;
  }
};
