const { Pool } = require("pg");
const bcrypt = require("bcryptjs");
const jwt = require("jsonwebtoken");

const pool = new Pool({ connectionString: process.env.DATABASE_URL });

exports.handler = async (event) => {
  const { email, password } = JSON.parse(event.body);
  const { rows } = await pool.query("SELECT password_hash FROM users WHERE email = $1", [
    email.toLowerCase(),
  ]);
  const ok = rows.length === 1 && (await bcrypt.compare(password, rows[0].password_hash));
  if (!ok) return { statusCode: 401, body: JSON.stringify({ error: "wrong credentials" }) };
  const token = jwt.sign({ sub: email }, process.env.JWT_SECRET, { expiresIn: "1h" });
  return { statusCode: 200, body: JSON.stringify({ token }) };
};
