import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { db } from "./db.js";

const app = new Hono();

app.get("/owners/:owner/walks", async (c) => {
  const { Items } = await db.query({
    TableName: process.env.WALKS,
    KeyConditionExpression: "#owner = :owner",
    ExpressionAttributeNames: { "#owner": "owner" },
    ExpressionAttributeValues: { ":owner": c.req.param("owner") },
  });
  return c.json(Items ?? []);
});

app.post("/owners/:owner/walks", async (c) => {
  const { dog, minutes } = await c.req.json();
  const walk = { owner: c.req.param("owner"), id: randomUUID(), dog, minutes };
  await db.put({
    TableName: process.env.WALKS,
    Item: walk,
    ConditionExpression: "attribute_not_exists(id)",
  });
  return c.json(walk, 201);
});

export const handler = handle(app);
