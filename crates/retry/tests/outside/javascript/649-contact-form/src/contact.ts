import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const app = new Hono();

interface ContactMessage {
  id?: string;
  email: string;
  text: string;
}

app.post("/contact", async (c) => {
  const { id = randomUUID(), email, text } = await c.req.json<ContactMessage>();
  await db.put({ TableName: process.env.MESSAGES, Item: { id, email, text } });
  return c.json({ id }, 201);
});

export const handler = handle(app);
