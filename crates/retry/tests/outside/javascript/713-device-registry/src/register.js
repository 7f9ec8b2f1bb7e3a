import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import { getPool } from "./pool.js";

const UPSERT = `
  INSERT INTO devices (id, owner, model, last_seen)
  VALUES (?, ?, ?, NOW())
  ON DUPLICATE KEY UPDATE last_seen = NOW()`;

export const handler = middy(async (event) => {
  const { id } = event.pathParameters;
  const { owner, model } = JSON.parse(event.body);
  await getPool().execute(UPSERT, [id, owner, model]);
  return { statusCode: 204 };
}).use(httpErrorHandler());
