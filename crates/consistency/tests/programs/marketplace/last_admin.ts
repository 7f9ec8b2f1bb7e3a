// An admin is deleted by one statement that counts the admins; two admins go at once (pg, autocommit, row count).
// postgres:read-committed ✗ write skew
// postgres:repeatable-read ✗ write skew
// postgres:serializable ✓
import { Client } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

async function leave(id: number): Promise<boolean> {
  const client = new Client();
  await client.connect();
  try {
    const result = await client.query("DELETE FROM admins WHERE id = $1 AND (SELECT COUNT(*) FROM admins) > 1", [id]);
    return result.rowCount === 1;
  } finally {
    await client.end();
  }
}

const admins = table<number, { name: string }>(
  "admins",
  { name: "" },
  { key: "id", rows: { 1: { name: "ada" }, 2: { name: "bob" } } },
);

invariant("an admin is left", () => admins.count(() => true) >= 1);

concurrently(() => leave(1), () => leave(2));
