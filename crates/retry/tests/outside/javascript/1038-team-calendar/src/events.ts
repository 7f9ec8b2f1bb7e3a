import { drizzle } from 'drizzle-orm/node-postgres';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import { events } from './schema';

const db = drizzle(new pg.Pool({ connectionString: process.env.DATABASE_URL }));
const Event = z.object({ team: z.string(), title: z.string(), startsAt: z.string().datetime() });

export const create = async (event: any) => {
  const parsed = Event.safeParse(JSON.parse(event.body));
  if (!parsed.success) return { statusCode: 400, body: JSON.stringify(parsed.error.issues) };
  const [row] = await db.insert(events).values(parsed.data).returning({ id: events.id });
  return { statusCode: 201, body: JSON.stringify(row) };
};

export const list = async (event: any) => {
  const rows = await db.select().from(events).where(eq(events.team, event.pathParameters.team)).orderBy(events.startsAt);
  return { statusCode: 200, body: JSON.stringify(rows) };
};
