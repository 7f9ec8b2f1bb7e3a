const { Pool } = require("pg");
const bcrypt = require("bcryptjs");

const pool = new Pool({ connectionString: process.env.DATABASE_URL });

exports.handler = async (event) => {
  const { email, password, displayName } = JSON.parse(event.body);
  const hash = await bcrypt.hash(password, 10);
  try {
    await pool.query(
      "INSERT INTO users (email, password_hash, display_name) VALUES ($1, $2, $3)",
      [email.toLowerCase(), hash, displayName],
    );
  } catch (err) {
    if (err.code === "23505") {
      return { statusCode: 409, body: JSON.stringify({ error: "e-mail is taken" }) };
    }
    throw err;
  }
  return { statusCode: 201, body: JSON.stringify({ email }) };
};
