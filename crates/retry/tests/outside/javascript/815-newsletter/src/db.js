const mysql = require("mysql2/promise");

const pool = mysql.createPool({
  host: process.env.DB_HOST,
  user: "newsletter",
  password: process.env.DB_PASSWORD,
  database: "newsletter",
  connectionLimit: 2,
});

async function activate(email) {
  await pool.execute(
    "INSERT INTO subscribers (email, status) VALUES (?, 'active') ON DUPLICATE KEY UPDATE status = 'active'",
    [email],
  );
}

async function deactivate(email) {
  await pool.execute("UPDATE subscribers SET status = 'unsubscribed' WHERE email = ?", [email]);
}

async function activeSubscribers() {
  const [rows] = await pool.query("SELECT email FROM subscribers WHERE status = 'active' ORDER BY email");
  return rows.map((row) => row.email);
}

module.exports = { activate, deactivate, activeSubscribers };
