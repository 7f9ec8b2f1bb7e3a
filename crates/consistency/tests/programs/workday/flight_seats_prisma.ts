// Seats of a flight by raw statements of Prisma, in an interactive transaction.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { PrismaClient } from "@prisma/client";
import { PrismaPg } from "@prisma/adapter-pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }) });
const flights = table("flights", { seats: 0 }, { rows: { 1: { seats: 5 } } });

async function book(flight: number, n: number): Promise<number> {
  return prisma.$transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ seats: number }[]>`SELECT seats FROM flights WHERE id = ${flight} FOR UPDATE`;
    if (rows.length === 0 || rows[0].seats < n) return 0;
    await tx.$executeRaw`UPDATE flights SET seats = seats - ${n} WHERE id = ${flight}`;
    return n;
  });
}

const [a, b] = concurrently(() => book(1, 3), () => book(1, 4));
invariant("no seat is sold twice", () => flights.read(1)!.seats === 5 - a - b && flights.read(1)!.seats >= 0);
