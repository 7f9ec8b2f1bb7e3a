// Read, compute, write; a serialization failure is tried again.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();

async function inTransaction(work) {
  const client = await pool.connect();
  try {
    for (let attempt = 1; attempt <= 4; attempt++) {
      try {
        await client.query("BEGIN");
        const result = await work(client);
        await client.query("COMMIT");
        return result;
      } catch (error) {
        await client.query("ROLLBACK");
        if (error.code !== "40001" || attempt === 4) throw error;
      }
    }
  } finally {
    client.release();
  }
}

const like = (post) =>
  inTransaction(async (client) => {
    const { rows } = await client.query("SELECT likes FROM posts WHERE id = $1", [post]);
    await client.query("UPDATE posts SET likes = $1 WHERE id = $2", [rows[0].likes + 1, post]);
  });

const posts = table("posts", { likes: 0 }, { rows: [42] });

invariant("every like counts", () => posts.read(42).likes === 2);

concurrently(() => like(42), () => like(42));
