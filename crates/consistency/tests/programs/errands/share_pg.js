// A comment is written to a post that is there: the post is locked FOR SHARE meanwhile.
// postgres:read-committed ✓
// postgres:repeatable-read ✗ the DELETE of comments cannot see the new comment, although it waits
// postgres:serializable ✓
const { Pool } = require("pg");
const { concurrently, integer, invariant, table } = require("@aplomb/consistency");

const pool = new Pool();
const posts = table("posts", { open: 1 }, { rows: { 1: { open: 1 } } });
const comments = table("comments", { post: integer }, { rows: [] });

async function transaction(work) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await work(client);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const comment = () =>
  transaction(async (client) => {
    const found = await client.query("SELECT open FROM posts WHERE id = 1 FOR SHARE");
    if (found.rows.length === 1) {
      await client.query("INSERT INTO comments (id, post) VALUES (9, 1)");
    }
  });

const remove = () =>
  transaction(async (client) => {
    await client.query("SELECT open FROM posts WHERE id = 1 FOR UPDATE");
    await client.query("DELETE FROM comments WHERE post = 1");
    await client.query("DELETE FROM posts WHERE id = 1");
  });

concurrently(comment, remove);
invariant("no comment without its post", () => comments.read(9) === null || posts.read(1) !== null);
