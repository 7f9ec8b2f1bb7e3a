import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { db, key, TableName } from "./table";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const token = event.headers["x-request-token"];
  if (!token || token.length > 36) return { statusCode: 400, body: "X-Request-Token required" };
  const user = event.pathParameters!.user!;
  const { cents } = JSON.parse(event.body!);
  await db.send(new TransactWriteCommand({
    ClientRequestToken: token,
    TransactItems: [
      { Put: { TableName, Item: { ...key("USER", user, `CREDIT#${token}`), cents } } },
      {
        Update: {
          TableName,
          Key: key("USER", user),
          UpdateExpression: "ADD credit :c",
          ExpressionAttributeValues: { ":c": cents },
        },
      },
    ],
  }));
  return { statusCode: 200, body: JSON.stringify({ user, cents }) };
};
