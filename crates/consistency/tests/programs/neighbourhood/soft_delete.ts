// A document is deleted softly together with its remarks, while somebody adds a remark after a plain look at the document.
// postgres:read-committed ✗ the writer reads deleted = false; the deleter marks the document, hides 0 remarks, commits; the writer inserts a visible remark
// postgres:repeatable-read ✗ the same; they write different rows
// postgres:serializable ✓ each misses what the other wrote: one is aborted
import pg from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();

const documents = table("documents", { deleted: false }, { rows: { 1: { deleted: false } } });
const remarks = table("remarks", { document: 0, author: 0, hidden: false }, { rows: {} });

async function addRemark(document: number, author: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT deleted FROM documents WHERE id = $1", [document]);
    if (rows.length === 0 || rows[0].deleted) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("INSERT INTO remarks (document, author, hidden) VALUES ($1, $2, FALSE)", [document, author]);
    await client.query("COMMIT");
    return true;
  } finally {
    client.release();
  }
}

async function remove(document: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE documents SET deleted = TRUE WHERE id = $1", [document]);
    await client.query("UPDATE remarks SET hidden = TRUE WHERE document = $1", [document]);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

invariant("a deleted document shows no remarks", () =>
  !documents.read(1).deleted || !remarks.exists((r) => r.document === 1 && !r.hidden));

concurrently(() => addRemark(1, integer("author", 4)), () => remove(1));
