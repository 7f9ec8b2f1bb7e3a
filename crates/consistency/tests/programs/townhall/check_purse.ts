// Nothing is looked at before the withdrawal: a CHECK refuses it, and the code of the error is caught.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "game" });

async function pay(purse: number, coins: number, chest: number): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE chests SET coins = coins + $1 WHERE id = $2", [coins, chest]);
    await client.query("UPDATE purses SET coins = coins - $1 WHERE id = $2", [coins, purse]);
    await client.query("COMMIT");
    return coins;
  } catch (error: any) {
    await client.query("ROLLBACK");
    if (error.code === "23514") return 0;
    throw error;
  } finally {
    client.release();
  }
}

const purses = table("purses", { coins: 0 }, { rows: { 1: { coins: 50 } } });
const chests = table("chests", { coins: 0 }, { rows: [8, 9] });

const first = integer("first", 30);
const second = integer("second", 40);
assume(first > 0 && second > 0);

const [one, two] = await concurrently(() => pay(1, first, 8), () => pay(1, second, 9));

invariant("the purse is not overdrawn", () => purses.read(1).coins >= 0);
invariant("what was paid is in the chests", () =>
  purses.read(1).coins === 50 - one - two && chests.read(8).coins === one && chests.read(9).coins === two);
