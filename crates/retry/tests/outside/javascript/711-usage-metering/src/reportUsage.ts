import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { meter } from "./meter";

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
  const { tenant, units } = JSON.parse(event.body ?? "{}");
  await meter(event.requestContext.requestId, tenant, units);
  return { statusCode: 204 };
};
