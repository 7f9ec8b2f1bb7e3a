import type { APIGatewayProxyEvent } from "aws-lambda";
import createError from "http-errors";
import { get, remove } from "../lib/documents";
import { ok, wrap } from "../lib/wrap";

export const handler = wrap(async (event: APIGatewayProxyEvent) => {
  const { tenant, id } = event.pathParameters as { tenant: string; id: string };
  const document = await get(tenant, id);
  if (!document) throw new createError.NotFound("Document not found");
  await remove(tenant, id);
  return ok(204);
});
