// Hono: routes, middleware and what a context answers.

import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { HTTPException } from "hono/http-exception";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "things";
const get = async (id) => (await db.send(new GetCommand({ TableName, Key: { id } }))).Item;
const put = (Item) => db.send(new PutCommand({ TableName, Item }));
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
export const honoWrite = handle(hono);

const puts = new Hono();
puts.put("/things/:id", async (c) => {
  const { text } = await c.req.json();
  if (!text) throw new HTTPException(400, { message: "no text" });
  await put({ id: c.req.param("id"), text });
  return c.json({ ok: true });
});

// safe: the same item, under the name in the path
export const honoPut = handle(puts);

const watched = new Hono();
watched.use("*", async (c, next) => {
  await next();
  await count(c.req.path);
});
watched.put("/things/:id", async (c) => {
  await put({ id: c.req.param("id"), text: await c.req.text() });
  return c.json({ ok: true });
});

// unsafe: the middleware counts each attempt
export const honoMiddleware = handle(watched);

const parts = new Hono();
parts.post("/:id", async (c) => {
  await count(c.req.param("id"));
  return c.json({ ok: true });
});
const whole = new Hono().basePath("/api");
whole.route("/things", parts);

// unsafe: a part of the application counts
export const honoParts = handle(whole);

const left = new Hono();
left.use("/things/*", async (c, next) => {
  c.set("counter", `hits of ${c.req.path}`);
  await next();
});
left.put("/things/:id", async (c) => {
  await count(c.get("counter"));
  return c.json({ ok: true });
});

// unsafe: the middleware leaves the name of the counter
export const honoLeft = handle(left);
