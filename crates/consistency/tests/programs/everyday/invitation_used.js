// An invitation is used once; the member is added after that, without a transaction.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
const mysql = require("mysql2/promise");
const { concurrently, invariant, table, integer } = require("@aplomb/consistency");

const pool = mysql.createPool({ database: "club" });
const invitations = table("invitations", { used_by: 0 }, { rows: { winter: { used_by: 0 } }, key: "code" });
const members = table("members", { invitation: 0 }, { rows: [] });

async function join(person, code) {
  const [used] = await pool.query("UPDATE invitations SET used_by = ? WHERE code = ? AND used_by = 0", [person, code]);
  if (used.affectedRows !== 1) {
    return false;
  }
  await pool.query("INSERT INTO members (id, invitation) VALUES (?, 1)", [person]);
  return true;
}

const [ada, bob] = concurrently(() => join(1, "winter"), () => join(2, "winter"));
invariant("one of them is a member", () => members.count(() => true) === 1 && ada !== bob);
