// A post is closed together with its comments; who adds a comment holds the post with FOR SHARE.
// postgres:read-committed ✓ the UPDATE of the post waits for the share lock, and the next statement sees the comment; or FOR SHARE waits and reads closed = true
// postgres:repeatable-read ✗ A locks the post (share); B's UPDATE takes its snapshot and waits; A inserts, commits; the post was only locked, so B goes on, and its snapshot has no comment to hide
// postgres:serializable ✓ A read the post that B writes, B's scan of comments misses A's: aborted
import pg from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();

const posts = table("posts", { closed: false }, { rows: { 1: { closed: false } } });
const comments = table("comments", { post: 0, author: 0, hidden: false }, { rows: {} });

async function comment(post: number, author: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT closed FROM posts WHERE id = $1 FOR SHARE", [post]);
    if (rows[0].closed) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("INSERT INTO comments (post, author, hidden) VALUES ($1, $2, FALSE)", [post, author]);
    await client.query("COMMIT");
    return true;
  } finally {
    client.release();
  }
}

async function close(post: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE posts SET closed = TRUE WHERE id = $1", [post]);
    await client.query("UPDATE comments SET hidden = TRUE WHERE post = $1", [post]);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

invariant("a closed post shows no comments", () =>
  !posts.read(1).closed || !comments.exists((c) => c.post === 1 && !c.hidden));

concurrently(() => comment(1, integer("author", 4)), () => close(1));
