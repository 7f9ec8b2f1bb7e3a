// A coupon may be redeemed once: the shop counts the redemptions and inserts one if there is none.
// mysql:read-committed ✗ A counts 0, B counts 0, A inserts and commits, B inserts and commits
// mysql:repeatable-read ✗ the same: plain reads lock nothing
// mysql:serializable ✓ both reads lock the gap (shared), the two inserts deadlock, the victim runs again and counts 1
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", user: "shop", database: "shop" });

const redemptions = table("redemptions", { coupon: 0, customer: 0 }, { rows: {} });

async function redeem(coupon: number, customer: number): Promise<boolean> {
  const conn = await pool.getConnection();
  try {
    await conn.beginTransaction();
    const [rows] = await conn.execute<mysql.RowDataPacket[]>(
      "SELECT COUNT(*) AS n FROM redemptions WHERE coupon = ?",
      [coupon],
    );
    if (rows[0].n >= 1) {
      await conn.rollback();
      return false;
    }
    await conn.execute("INSERT INTO redemptions (coupon, customer) VALUES (?, ?)", [coupon, customer]);
    await conn.commit();
    return true;
  } finally {
    conn.release();
  }
}

invariant("a coupon is redeemed once", () => redemptions.count((r) => r.coupon === 3) <= 1);

concurrently(() => redeem(3, integer("ann", 1)), () => redeem(3, integer("bob", 2)));
