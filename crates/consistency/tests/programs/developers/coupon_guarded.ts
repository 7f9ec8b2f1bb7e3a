// A coupon can be used so many times: the UPDATE decides.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const coupons = table("coupons", { used: 0, most: 2 }, { rows: { SPRING: { used: 0, most: 2 } }, key: "code" });

async function redeem(code: string): Promise<boolean> {
  const result = await pool.query(
    "UPDATE coupons SET used = used + 1 WHERE code = $1 AND used < most RETURNING used",
    [code],
  );
  return result.rowCount === 1;
}

const [a, b, c] = concurrently(() => redeem("SPRING"), () => redeem("SPRING"), () => redeem("SPRING"));
invariant("two of three", () => coupons.read("SPRING")!.used === 2 && [a, b, c].filter(Boolean).length === 2);
