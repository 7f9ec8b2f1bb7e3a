import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { bearerToken, reply } from "./http";
import { sessionUser } from "./sessions";

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const token = bearerToken(event);
  if (!token) return reply(401, { message: "not logged in" });
  const email = await sessionUser(token);
  if (!email) return reply(401, { message: "session expired" });
  return reply(200, { email });
};
