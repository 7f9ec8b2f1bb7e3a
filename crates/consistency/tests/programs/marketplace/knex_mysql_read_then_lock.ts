// The event is read plainly, then locked, then bookings are counted: the snapshot is older than the lock (knex on MySQL).
// mysql:read-committed ✓
// mysql:repeatable-read ✗ write skew
// mysql:serializable ✓
// (At SERIALIZABLE the plain read locks too; two that hold it deadlock at forUpdate, and one is run again.)
import { knex as createKnex } from "knex";
import { concurrently, invariant, table } from "@aplomb/consistency";

const knex = createKnex({ client: "mysql2", connection: process.env.MYSQL_URL });

async function book(eventId: number, userId: number): Promise<boolean> {
  return knex.transaction(async (trx) => {
    const event = await trx("events").where("id", eventId).first();
    if (!event) return false;
    await trx("events").where("id", eventId).forUpdate().first();
    const [{ n }] = await trx("bookings").where("event_id", eventId).count({ n: "*" });
    if (Number(n) >= event.capacity) return false;
    await trx("bookings").insert({ event_id: eventId, user_id: userId });
    return true;
  });
}

const events = table<number, { capacity: number }>("events", { capacity: 0 }, { key: "id", rows: { 3: { capacity: 1 } } });
const bookings = table<number, { event_id: number; user_id: number }>(
  "bookings",
  { event_id: 0, user_id: 0 },
  { key: "id", rows: {} },
);

invariant("an event is not overbooked", () =>
  bookings.count((booking) => booking.event_id === 3) <= events.read(3)!.capacity);

concurrently(() => book(3, 1), () => book(3, 2));
