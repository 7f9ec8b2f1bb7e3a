import { createHash } from "node:crypto";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { findLink, saveLink } from "./store";

const app = new Hono();

app.post("/links", async (c) => {
  const body = await c.req.json<{ url?: string }>();
  if (!body.url || !body.url.startsWith("https://")) {
    return c.json({ message: "an https url is required" }, 400);
  }
  const hash = createHash("sha256").update(body.url).digest("hex");
  await saveLink({ hash, url: body.url });
  return c.json({ hash }, 201);
});

app.get("/links/:hash", async (c) => {
  const link = await findLink(c.req.param("hash"));
  if (!link) return c.json({ message: "unknown link" }, 404);
  return c.json(link);
});

export const handler = handle(app);
