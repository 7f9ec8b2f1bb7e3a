// Prisma's client deletes by itself what refers to a row: there is no foreign key.
// postgres:read-committed ? ✗
// postgres:repeatable-read ? ✗
// postgres:serializable ? ✗
import { PrismaClient } from "@prisma/client";
import { PrismaPg } from "@prisma/adapter-pg";
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: "x" }) });
import { concurrently, invariant, table } from "@aplomb/consistency";

const users = table("users", { age: 0 }, { rows: { 1: { age: 3 } } });
const pages = table("pages", { owner: 0, likes: 0, slug: "" }, { rows: { 10: { owner: 1, likes: 5, slug: "x" } } });

async function remove(user: number) {
  await prisma.users.delete({ where: { id: user } });
}
async function like(id: number) {
  await prisma.pages.update({ where: { id }, data: { likes: { increment: 1 } } });
}

invariant("inv", () => pages.read(10) !== null);

concurrently(() => remove(1), () => like(10));
