// One address of a person is the primary one: the flag is taken from the one that has it, and given to
// another. At READ COMMITTED the one who waits looks again at the row of its snapshot only, and does not
// find the new one.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "people" });

async function makePrimary(person: number, address: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE addresses SET is_primary = FALSE WHERE person = $1 AND is_primary", [person]);
    await client.query("UPDATE addresses SET is_primary = TRUE WHERE id = $1", [address]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const addresses = table(
  "addresses",
  { person: 7, is_primary: false },
  {
    rows: {
      1: { person: 7, is_primary: true },
      2: { person: 7, is_primary: false },
      3: { person: 7, is_primary: false },
    },
  },
);

concurrently(() => makePrimary(7, 2), () => makePrimary(7, 3));

invariant("one address is the primary one", () => addresses.count((address) => address.is_primary) === 1);
