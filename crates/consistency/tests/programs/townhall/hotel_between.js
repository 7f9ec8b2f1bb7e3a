// A room is cleaned for a day before and after a night, so nights next to each other are not sold. Who
// books changes the row of the room first.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "hotel" });

async function book(room, night) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE rooms SET changes = changes + 1 WHERE id = $1", [room]);
    const result = await client.query(
      "SELECT COUNT(*) AS n FROM nights WHERE room = $1 AND night BETWEEN $2 AND $3",
      [room, night - 1, night + 1],
    );
    if (Number(result.rows[0].n) > 0) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("INSERT INTO nights (room, night) VALUES ($1, $2)", [room, night]);
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const rooms = table("rooms", { changes: 0 }, { rows: [4] });
const nights = table("nights", { room: 0, night: 0 }, { rows: [] });

const [first, second] = await concurrently(() => book(4, 10), () => book(4, 11));

invariant("the nights are not next to each other", () => nights.count((row) => row.room === 4) === 1);
invariant("one of them is told so", () => first !== second);
