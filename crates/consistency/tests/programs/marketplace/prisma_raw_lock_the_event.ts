// The event's row is locked before bookings are counted: enough at READ COMMITTED, not in an older snapshot (Prisma raw).
// postgres:read-committed ✓
// postgres:repeatable-read ✗ write skew
// postgres:serializable ✓
import { PrismaClient } from "@prisma/client";
import { concurrently, invariant, table } from "@aplomb/consistency";

const prisma = new PrismaClient();

async function book(eventId: number, userId: number): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    const events = await tx.$queryRaw<{ capacity: number }[]>`SELECT capacity FROM events WHERE id = ${eventId} FOR UPDATE`;
    const rows = await tx.$queryRaw<{ n: bigint }[]>`SELECT COUNT(*) AS n FROM bookings WHERE event_id = ${eventId}`;
    if (Number(rows[0].n) >= events[0].capacity) return false;
    await tx.$executeRaw`INSERT INTO bookings (event_id, user_id) VALUES (${eventId}, ${userId})`;
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
