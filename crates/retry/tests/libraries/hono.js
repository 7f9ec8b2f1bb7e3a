// Hono, which is not supported.

import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "things";
const get = async (id) => (await db.send(new GetCommand({ TableName, Key: { id } }))).Item;
const count = (id) => db.send(new UpdateCommand({
  TableName,
  Key: { id },
  UpdateExpression: "ADD hits :one",
  ExpressionAttributeValues: { ":one": 1 },
}));

const hono = new Hono();
hono.get("/things/:id", async (c) => c.json(await get(c.req.param("id"))));
hono.post("/things/:id/hits", async (c) => {
  await count(c.req.param("id"));
  return c.json({ ok: true }, 201);
});

// unsafe: counts again
// today unknown
export const honoWrite = handle(hono);
