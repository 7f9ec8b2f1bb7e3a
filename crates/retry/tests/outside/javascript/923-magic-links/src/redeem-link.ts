import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import jwt from "jsonwebtoken";
import { z } from "zod";
import { takeToken } from "./tokens";

const Body = z.object({ token: z.string().length(64) });

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const { token } = Body.parse(JSON.parse(event.body ?? "{}"));
  const login = await takeToken(token);
  if (!login || login.expiresAt < Date.now() / 1000) {
    return { statusCode: 401, body: JSON.stringify({ message: "The link is invalid or has expired" }) };
  }
  const session = jwt.sign({ sub: login.email }, process.env.JWT_SECRET!, { expiresIn: "8h" });
  return { statusCode: 200, body: JSON.stringify({ session }) };
};
