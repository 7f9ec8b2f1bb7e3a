const dayjs = require("dayjs");
const db = require("./db");

exports.create = async (event) => {
  const { author, title, body } = JSON.parse(event.body);
  if (!author || !title) {
    return { statusCode: 400, body: JSON.stringify({ message: "author and title are required" }) };
  }
  const { rows } = await db.query(
    "INSERT INTO posts (day, author, title, body) VALUES ($1, $2, $3, $4) RETURNING id",
    [dayjs().format("YYYY-MM-DD"), author, title, body || ""],
  );
  return { statusCode: 201, body: JSON.stringify({ id: rows[0].id }) };
};
