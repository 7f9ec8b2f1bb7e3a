import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { find, json } from "./devices";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const device = await find(event.pathParameters!.serial!);
  return device ? json(200, device) : json(404, { message: "not registered" });
};
