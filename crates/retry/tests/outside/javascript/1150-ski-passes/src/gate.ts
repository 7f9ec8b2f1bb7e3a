import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db, REVOKED } from "./db";
import { verify } from "./tokens";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const claims = verify(event.headers.authorization);
  if (!claims?.jti) return { statusCode: 401 };
  const { Item: revoked } = await db.get({ TableName: REVOKED, Key: { jti: claims.jti } });
  return revoked ? { statusCode: 403 } : { statusCode: 200, body: JSON.stringify({ skier: claims.sub }) };
};
