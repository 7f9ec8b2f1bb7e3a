const dayjs = require("dayjs");
const db = require("./db");

exports.build = async (event) => {
  const day = dayjs(event.time).subtract(1, "day").format("YYYY-MM-DD");
  const { rows } = await db.query(
    "SELECT count(*)::int AS posts, count(DISTINCT author)::int AS authors FROM posts WHERE day = $1",
    [day],
  );
  const [{ posts, authors }] = rows;
  await db.query(
    `INSERT INTO digests (day, posts, authors) VALUES ($1, $2, $3)
     ON CONFLICT (day) DO UPDATE SET posts = EXCLUDED.posts, authors = EXCLUDED.authors`,
    [day, posts, authors],
  );
};

exports.get = async (event) => {
  const { rows } = await db.query("SELECT day, posts, authors FROM digests WHERE day = $1", [
    event.pathParameters.day,
  ]);
  if (rows.length === 0) return { statusCode: 404, body: "" };
  return { statusCode: 200, body: JSON.stringify(rows[0]) };
};
