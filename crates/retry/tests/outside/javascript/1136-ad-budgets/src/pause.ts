import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { pause } from "./campaigns";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { id, spent, paused } = await pause(event.pathParameters!.id!);
  return { statusCode: 200, body: JSON.stringify({ id, spent, paused }) };
};
