// two people book the last seat; the column is UNIQUE
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const bookings = table("bookings", { seat: 0, passenger: 0 }, { rows: {}, unique: ["seat"] });

async function book(seat: number, passenger: number): Promise<boolean> {
  try {
    await pool.query("INSERT INTO bookings (seat, passenger) VALUES ($1, $2)", [seat, passenger]);
    return true;
  } catch (error: any) {
    if (error.code === "23505") return false;
    throw error;
  }
}

const [first, second] = concurrently(() => book(14, 1), () => book(14, 2));
invariant("one of them has the seat", () =>
  bookings.count((row) => row.seat === 14) === 1 && first !== second);
