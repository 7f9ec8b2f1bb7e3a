// Optimistic locking: the version that was read must still be there.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import knex from "knex";
import { concurrently, invariant, table } from "@aplomb/consistency";

const db = knex({ client: "pg" });
const documents = table("documents", { length: 0, version: 0 }, { rows: { 1: { length: 10, version: 1 } } });

async function append(id: number, more: number): Promise<number> {
  const document = await db("documents").where({ id }).first();
  const saved = await db("documents")
    .where({ id, version: document.version })
    .update({ length: document.length + more, version: db.raw("version + 1") });
  return saved === 1 ? more : 0;
}

const [first, second] = concurrently(() => append(1, 5), () => append(1, 7));
invariant("what was saved is there", () => documents.read(1)!.length === 10 + first + second);
