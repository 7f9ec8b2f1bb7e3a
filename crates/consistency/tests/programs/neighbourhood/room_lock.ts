// The room's row is locked with FOR UPDATE before its nights are counted and one is inserted.
// postgres:read-committed ✓ the count is a new statement, after the lock: it sees the other's night
// postgres:repeatable-read ✗ B's FOR UPDATE takes the snapshot and waits; A inserts, commits; the room was only locked, so B gets it without an error and counts 0 in its snapshot
// postgres:serializable ✓ each misses the other's row: B is aborted and runs again
import pg from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();

const hotelRooms = table("hotel_rooms", { beds: 0 }, { rows: { 4: { beds: 2 } } });
const hotelNights = table("hotel_nights", { room: 0, night: 0, guest: 0 }, { rows: {} });

async function reserve(room: number, night: number, guest: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT beds FROM hotel_rooms WHERE id = $1 FOR UPDATE", [room]);
    const { rows } = await client.query(
      "SELECT COUNT(*) AS taken FROM hotel_nights WHERE room = $1 AND night = $2",
      [room, night],
    );
    if (Number(rows[0].taken) > 0) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("INSERT INTO hotel_nights (room, night, guest) VALUES ($1, $2, $3)", [room, night, guest]);
    await client.query("COMMIT");
    return true;
  } finally {
    client.release();
  }
}

invariant("the room is there", () => hotelRooms.read(4) !== null);
invariant("one guest a night", () => hotelNights.count((n) => n.room === 4 && n.night === 20) === 1);

concurrently(() => reserve(4, 20, integer("ann", 1)), () => reserve(4, 20, integer("bob", 2)));
