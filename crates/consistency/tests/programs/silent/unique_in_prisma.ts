// Only the schema for Prisma says that a column is unique.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { PrismaClient } from "@prisma/client";
import { PrismaPg } from "@prisma/adapter-pg";
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: "x" }) });
import { concurrently, invariant, table } from "@aplomb/consistency";

const users = table("users", { age: 0 }, { rows: { 1: { age: 3 } } });
const pages = table("pages", { owner: 0, likes: 0, slug: "" }, { rows: { 10: { owner: 1, likes: 5, slug: "x" } } });

async function add(slug: string) {
  await prisma.pages.create({ data: { owner: 1, likes: 0, slug } });
}

invariant("inv", () => pages.count((p) => p.slug === "new") === 1);

concurrently(() => add("new"), () => add("new"));
