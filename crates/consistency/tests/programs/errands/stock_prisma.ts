// Stock is taken by an UPDATE with a guard, and an order is made only if it took some.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { PrismaClient } from "@prisma/client";
import { PrismaPg } from "@prisma/adapter-pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const prisma = new PrismaClient({ adapter: new PrismaPg({}) });
const items = table("items", { stock: 1 }, { rows: { 1: { stock: 1 } } });
const orders = table("orders", { item: integer }, { rows: [] });

async function order(item: number): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    const taken = await tx.$executeRaw`UPDATE items SET stock = stock - 1 WHERE id = ${item} AND stock > 0`;
    if (taken === 0) return false;
    await tx.$executeRaw`INSERT INTO orders (item) VALUES (${item})`;
    return true;
  });
}

const [one, two] = concurrently(() => order(1), () => order(1));
invariant("it is sold once", () => !(one && two));
invariant("there is no less than nothing", () => items.read(1).stock >= 0);
