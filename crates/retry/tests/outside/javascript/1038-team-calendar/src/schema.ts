import { pgTable, serial, text } from 'drizzle-orm/pg-core';

export const events = pgTable('events', {
  id: serial('id').primaryKey(),
  team: text('team').notNull(),
  title: text('title').notNull(),
  startsAt: text('starts_at').notNull(),
});
