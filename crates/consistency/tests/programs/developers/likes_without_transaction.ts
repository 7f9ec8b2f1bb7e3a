// The same without a transaction: no level helps.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✗
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const posts = table("posts", { likes: 0 }, { rows: { 1: { likes: 5 } } });

async function like(post: number) {
  const { rows } = await pool.query("SELECT likes FROM posts WHERE id = $1", [post]);
  await pool.query("UPDATE posts SET likes = $1 WHERE id = $2", [rows[0].likes + 1, post]);
}

concurrently(() => like(1), () => like(1));
invariant("no like is lost", () => posts.read(1)!.likes === 7);
