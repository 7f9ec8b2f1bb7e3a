// A name is looked up and then inserted, and the column is not UNIQUE.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@prisma/client";
import { concurrently, invariant, table, text } from "@aplomb/consistency";

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: "postgres://localhost/forum" }) });

async function register(id: number, name: string): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    const taken = await tx.$queryRaw<{ id: number }[]>`SELECT id FROM people WHERE name = ${name}`;
    if (taken.length > 0) return false;
    await tx.$executeRaw`INSERT INTO people (id, name) VALUES (${id}, ${name})`;
    return true;
  });
}

const people = table("people", { name: text }, { rows: [] });

concurrently(() => register(1, "ann"), () => register(2, "ann"));

invariant("there is one ann", () => people.count((person) => person.name === "ann") === 1);
