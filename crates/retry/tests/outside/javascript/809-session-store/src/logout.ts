import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { bearerToken, reply } from "./http";
import { endSession } from "./sessions";

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const token = bearerToken(event);
  if (token) {
    await endSession(token);
  }
  return reply(204);
};
