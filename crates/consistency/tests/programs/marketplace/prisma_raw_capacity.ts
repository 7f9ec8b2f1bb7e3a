// Bookings are counted and then inserted while there is room, with Prisma's raw queries.
// postgres:read-committed ✗ write skew
// postgres:repeatable-read ✗ write skew
// postgres:serializable ✓
import { PrismaClient } from "@prisma/client";
import { concurrently, invariant, table } from "@aplomb/consistency";

const prisma = new PrismaClient();

async function book(eventId: number, userId: number): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ n: bigint }[]>`SELECT COUNT(*) AS n FROM bookings WHERE event_id = ${eventId}`;
    if (Number(rows[0].n) >= 1) return false;
    await tx.$executeRaw`INSERT INTO bookings (event_id, user_id) VALUES (${eventId}, ${userId})`;
    return true;
  });
}

const bookings = table<number, { event_id: number; user_id: number }>(
  "bookings",
  { event_id: 0, user_id: 0 },
  { key: "id", rows: {} },
);

invariant("an event is not overbooked", () => bookings.count((booking) => booking.event_id === 3) <= 1);

concurrently(() => book(3, 1), () => book(3, 2));
