// A bid counts if it is higher: one statement, sent to the pool.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const auctions = table("auctions", { bid: 0, bidder: 0 }, { rows: { 1: { bid: 10, bidder: 0 } } });

async function offer(bidder: number, amount: number): Promise<boolean> {
  const changed = await pool.query("UPDATE auctions SET bid = $1, bidder = $2 WHERE id = 1 AND bid < $1", [
    amount,
    bidder,
  ]);
  return changed.rowCount === 1;
}

concurrently(() => offer(1, 30), () => offer(2, 20));
invariant("the highest bid wins", () => auctions.read(1)!.bid === 30 && auctions.read(1)!.bidder === 1);
