// One redemption per voucher, by an INSERT that looks first: InnoDB locks what it reads there, except at READ COMMITTED.
// mysql:read-committed ✗
// mysql:repeatable-read ✓
// mysql:serializable ✓
const mysql = require("mysql2/promise");
const { concurrently, integer, invariant, table } = require("@aplomb/consistency");

const pool = mysql.createPool({});
const redemptions = table("redemptions", { voucher: integer, person: integer }, { rows: [] });

async function redeem(voucher, person) {
  const [result] = await pool.execute(
    `INSERT INTO redemptions (voucher, person)
     SELECT ?, ? FROM DUAL
     WHERE NOT EXISTS (SELECT 1 FROM redemptions WHERE voucher = ?)`,
    [voucher, person, voucher],
  );
  return result.affectedRows === 1;
}

concurrently(() => redeem(3, 1), () => redeem(3, 2));
invariant("redeemed at most once", () => redemptions.count((it) => it.voucher === 3) <= 1);
