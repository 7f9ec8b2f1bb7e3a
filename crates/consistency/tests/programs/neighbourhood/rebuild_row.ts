// A widget is rebuilt (locked, deleted, inserted again with its count) while somebody counts one up.
// postgres:read-committed ? rows that come back are not told apart here (✗: A locks the row (n = 0), deletes and inserts it; B's UPDATE waits for the old row, finds it deleted, and does not see the new one: 0 rows, n stays 0)
// postgres:repeatable-read ? (✓: B gets 40001 from the delete and runs again; so does A from a changed row)
// postgres:serializable ✓
import postgres from "postgres";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const sql = postgres("postgres://localhost/widgets");

const widgets = table("widgets", { n: 0, colour: 0 }, { rows: { 1: { n: 0, colour: 1 } } });

async function repaint(id: number, colour: number): Promise<void> {
  await sql.begin(async (tx) => {
    const [row] = await tx`SELECT n FROM widgets WHERE id = ${id} FOR UPDATE`;
    await tx`DELETE FROM widgets WHERE id = ${id}`;
    await tx`INSERT INTO widgets (id, n, colour) VALUES (${id}, ${row.n}, ${colour})`;
  });
}

async function countUp(id: number): Promise<void> {
  await sql`UPDATE widgets SET n = n + 1 WHERE id = ${id}`;
}

invariant("the count is kept", () => widgets.read(1).n === 1);

concurrently(() => repaint(1, integer("colour", 2)), () => countUp(1));
