import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db, requireEnv } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const farm = event.pathParameters!.farm!;
  const { Item } = await db.send(new GetCommand({ TableName: requireEnv("YIELDS_TABLE"), Key: { farm } }));
  return {
    statusCode: 200,
    body: JSON.stringify({ farm, kilowattHours: (Item?.wattHours ?? 0) / 1000, asOf: new Date().toISOString() }),
  };
};
