// Get or create with onConflict().ignore() and a select after it (knex on PostgreSQL).
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
// (In an older snapshot PostgreSQL refuses DO NOTHING over a row that it does not see, with 40001.)
import knexFactory from "knex";
import { concurrently, invariant, table } from "@aplomb/consistency";

const knex = knexFactory({ client: "pg", connection: process.env.DATABASE_URL });

async function colourOf(tag: string, colour: number): Promise<number> {
  return knex.transaction(async (trx) => {
    await trx("tags").insert({ name: tag, colour }).onConflict("name").ignore();
    const row = await trx("tags").where({ name: tag }).first();
    return row.colour;
  });
}

const tags = table<string, { colour: number }>("tags", { colour: 0 }, { key: "name", rows: {} });

const [one, other] = concurrently(() => colourOf("urgent", 1), () => colourOf("urgent", 2));

invariant("all see the same colour", () => one === other && tags.read("urgent")!.colour === one);
