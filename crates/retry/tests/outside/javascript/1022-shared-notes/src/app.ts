import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { z } from 'zod';
import { NoteRepository } from './repository';

const notes = new NoteRepository('shared-notes');
const Body = z.object({ text: z.string().max(10_000), version: z.number().int().positive() });

const app = new Hono();

app.get('/notes/:id', async (c) => {
  const note = await notes.load(c.req.param('id'));
  return note ? c.json(note) : c.json({ error: 'not found' }, 404);
});

app.put('/notes/:id', async (c) => {
  const parsed = Body.safeParse(await c.req.json());
  if (!parsed.success) return c.json({ error: 'invalid note' }, 400);
  await notes.save({ id: c.req.param('id'), ...parsed.data });
  return c.body(null, 204);
});

export const handler = handle(app);
