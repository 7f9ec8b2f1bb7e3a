// A like is read and written back by raw statements of Prisma; without FOR UPDATE one is lost.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { PrismaClient } from "@prisma/client";
import { PrismaPg } from "@prisma/adapter-pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }) });
const posts = table("posts", { likes: 0 }, { rows: { 1: { likes: 0 } } });

async function like(id: number): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const [post] = await tx.$queryRaw<{ likes: number }[]>`SELECT likes FROM posts WHERE id = ${id}`;
    await tx.$executeRaw`UPDATE posts SET likes = ${post.likes + 1} WHERE id = ${id}`;
  });
}

concurrently(() => like(1), () => like(1));
invariant("both likes count", () => posts.read(1)!.likes === 2);
