// A like is one UPDATE, sent to the pool.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const posts = table("posts", { likes: 0 }, { rows: { 1: { likes: 5 } } });

const like = (post: number) => pool.query("UPDATE posts SET likes = likes + 1 WHERE id = $1", [post]);

concurrently(() => like(1), () => like(1), () => like(1));
invariant("no like is lost", () => posts.read(1)!.likes === 8);
