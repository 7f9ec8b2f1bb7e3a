import type { APIGatewayProxyEventV2 } from "aws-lambda";
import jwt from "jsonwebtoken";
import { reply, verify } from "./accounts";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { login, password } = JSON.parse(event.body!);
  if (!(await verify(login, password))) return reply(401, { message: "wrong login or password" });
  const token = jwt.sign({ sub: login }, process.env.JWT_SECRET!, { expiresIn: "1h" });
  return reply(200, { token });
};
