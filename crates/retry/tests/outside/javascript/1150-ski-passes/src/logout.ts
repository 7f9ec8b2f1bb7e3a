import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db, REVOKED } from "./db";
import { verify } from "./tokens";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const claims = verify(event.headers.authorization);
  if (!claims?.jti) return { statusCode: 401 };
  await db.put({ TableName: REVOKED, Item: { jti: claims.jti, revoked: true } });
  return { statusCode: 204 };
};
