// A like reads the number and writes it back, in a transaction.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const posts = table("posts", { likes: 0 }, { rows: { 1: { likes: 5 } } });

async function like(post: number) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT likes FROM posts WHERE id = $1", [post]);
    const likes = rows[0].likes + 1;
    await client.query("UPDATE posts SET likes = $2 WHERE id = $1", [post, likes]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

concurrently(() => like(1), () => like(1));
invariant("no like is lost", () => posts.read(1)!.likes === 7);
