import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { ddb } from "./lib/ddb";

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const flag = event.pathParameters!.flag!;
  const { Item } = await ddb.send(new GetCommand({ TableName: process.env.REPLICA_TABLE, Key: { flag } }));
  return {
    statusCode: 200,
    headers: { "cache-control": "max-age=30" },
    body: JSON.stringify({ flag, enabled: Item?.enabled ?? false }),
  };
};
