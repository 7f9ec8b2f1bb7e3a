// Who subscribes gets one welcome mail, however often the button is pressed.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table, text } from "@aplomb/consistency";

const pool = mysql.createPool({});
const subscribers = table("subscribers", { active: 0 }, { rows: [], key: "email" });
const mails = table("mails", { recipient: text }, { rows: [] });

async function subscribe(email) {
  const connection = await pool.getConnection();
  await connection.beginTransaction();
  const [result] = await connection.query("INSERT IGNORE INTO subscribers (email, active) VALUES (?, 1)", [email]);
  if (result.affectedRows === 1) {
    await connection.query("INSERT INTO mails (recipient) VALUES (?)", [email]);
  }
  await connection.commit();
  connection.release();
}

concurrently(() => subscribe("ada@example.org"), () => subscribe("ada@example.org"));
invariant("one mail", () => mails.count(() => true) === 1);
