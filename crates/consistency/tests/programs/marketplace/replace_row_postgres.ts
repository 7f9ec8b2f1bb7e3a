// Settings are saved by DELETE and INSERT; who waited for the deleted row does not see the new one (pg).
// postgres:read-committed ✗ the second INSERT finds the key taken
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function save(userId: number, theme: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("DELETE FROM settings WHERE user_id = $1", [userId]);
    await client.query("INSERT INTO settings (user_id, theme) VALUES ($1, $2)", [userId, theme]);
    await client.query("COMMIT");
    return true;
  } catch (err: any) {
    await client.query("ROLLBACK");
    if (err.code === "23505") return false;
    throw err;
  } finally {
    client.release();
  }
}

const settings = table<number, { theme: string }>(
  "settings",
  { theme: "" },
  { key: "user_id", rows: { 7: { theme: "light" } } },
);

const [one, other] = concurrently(() => save(7, "dark"), () => save(7, "blue"));

invariant("nobody is refused", () => one && other);
invariant("the settings are there", () => settings.read(7) !== null);
