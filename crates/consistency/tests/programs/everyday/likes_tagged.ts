// Likes through postgres.js: read in a transaction, written back as a number.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import postgres from "postgres";
import { concurrently, invariant, table } from "@aplomb/consistency";

const sql = postgres();
const posts = table("posts", { likes: 0 }, { rows: { 1: { likes: 0 } } });

async function like(post: number): Promise<void> {
  await sql.begin(async (sql) => {
    const [found] = await sql`SELECT likes FROM posts WHERE id = ${post}`;
    await sql`UPDATE posts SET likes = ${found.likes + 1} WHERE id = ${post}`;
  });
}

concurrently(() => like(1), () => like(1));
invariant("both likes count", () => posts.read(1)!.likes === 2);
