import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { z } from "zod";
import { find, remove, save } from "./store";

const app = new Hono();

const Body = z.object({ url: z.string().url(), title: z.string().max(200) });

app.get("/bookmarks/:slug", async (c) => {
  const bookmark = await find(c.req.param("slug"));
  return bookmark ? c.json(bookmark) : c.json({ error: "not found" }, 404);
});

app.put("/bookmarks/:slug", zValidator("json", Body), async (c) => {
  const slug = c.req.param("slug");
  const { url, title } = c.req.valid("json");
  const bookmark = { slug, url, title };
  await save(bookmark);
  return c.json(bookmark);
});

app.delete("/bookmarks/:slug", async (c) => {
  await remove(c.req.param("slug"));
  return c.body(null, 204);
});

export const handler = handle(app);
