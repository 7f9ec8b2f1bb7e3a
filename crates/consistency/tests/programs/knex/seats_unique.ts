// A seat is booked once; the schema says so and the second one is told.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import knexFactory from "knex";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const knex = knexFactory({ client: "mysql2" });
const bookings = table("bookings", { seat: integer, person: integer }, { rows: [], unique: ["seat"] });

async function book(seat: number, person: number): Promise<boolean> {
  try {
    await knex("bookings").insert({ seat, person });
    return true;
  } catch (error: any) {
    if (error.code === "ER_DUP_ENTRY") return false;
    throw error;
  }
}

const [first, second] = concurrently(() => book(7, 1), () => book(7, 2));
invariant("one of them has the seat", () => first !== second && bookings.count((it) => it.seat === 7) === 1);
