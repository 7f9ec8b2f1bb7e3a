// A row may refer to one that is not there, because the schema has no foreign keys.
// postgres:read-committed ✗ nobody refuses the second page
// postgres:repeatable-read ✗
// postgres:serializable ✗
import { PrismaClient } from "@prisma/client";
import { PrismaPg } from "@prisma/adapter-pg";
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: "x" }) });
import { concurrently, invariant, table } from "@aplomb/consistency";

const users = table("users", { age: 0 }, { rows: { 1: { age: 3 } } });
const pages = table("pages", { owner: 0, likes: 0, slug: "" }, { rows: {} });

async function write(id: number, owner: number) {
  try {
    await prisma.pages.create({ data: { id, owner, likes: 0, slug: `page ${id}` } });
  } catch (error) {}
}

invariant("pages have owners", () => pages.read(11) === null || users.read(2) !== null);

concurrently(() => write(10, 1), () => write(11, 2));
