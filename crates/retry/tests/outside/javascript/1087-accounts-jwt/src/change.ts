import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { db, reply, seal, TableName, verify } from "./accounts";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { login, current, next } = JSON.parse(event.body!);
  if (!(await verify(login, current))) return reply(403, { message: "wrong password" });
  const { salt, hash } = seal(next);
  await db.send(new UpdateCommand({
    TableName,
    Key: { login },
    UpdateExpression: "SET salt = :s, #h = :h",
    ExpressionAttributeNames: { "#h": "hash" },
    ExpressionAttributeValues: { ":s": salt, ":h": hash },
  }));
  return reply(200, { login });
};
