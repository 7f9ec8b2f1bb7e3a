import type { APIGatewayProxyHandler } from "aws-lambda";
import { db, TableName } from "./table";

export const handler: APIGatewayProxyHandler = async ({ pathParameters }) => {
  const { Item = { version: 0, theme: "light", locale: "en" } } = await db.get({
    TableName,
    Key: { tenant: pathParameters!.tenant },
  });
  return { statusCode: 200, body: JSON.stringify(Item) };
};
