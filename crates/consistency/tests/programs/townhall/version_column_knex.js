// An optimistic version column: whoever changes a row that changed meanwhile changes nothing.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import knex from "knex";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const db = knex({ client: "pg", connection: { database: "shop" } });

async function sell(id, pieces) {
  const item = await db("items").where({ id }).first("pieces", "version");
  if (item.pieces < pieces) return 0;
  const changed = await db("items")
    .where({ id, version: item.version })
    .update({ pieces: item.pieces - pieces, version: item.version + 1 });
  return changed === 1 ? pieces : 0;
}

const items = table("items", { pieces: 10, version: 1 }, { rows: [1] });

const first = integer("first", 4);
const second = integer("second", 7);

const [one, two] = await concurrently(() => sell(1, first), () => sell(1, second));

invariant("what was sold is gone, and nothing else", () => items.read(1).pieces === 10 - one - two);
