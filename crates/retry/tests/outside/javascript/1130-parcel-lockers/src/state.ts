import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { gateway } from "./gateway";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { closed } = await gateway.state(event.pathParameters!.locker!);
  return { statusCode: 200, body: JSON.stringify({ closed }) };
};
