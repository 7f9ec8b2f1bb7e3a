// A seat is booked once: the booking's seat is UNIQUE, and the loser is told.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
const knex = require("knex")({ client: "pg" });
const { concurrently, integer, invariant, table } = require("@aplomb/consistency");

const bookings = table("bookings", { seat: integer, guest: integer }, { rows: [], unique: ["seat"] });

async function book(seat, guest) {
  try {
    await knex.transaction(async (trx) => {
      await trx("bookings").insert({ seat, guest });
    });
    return true;
  } catch (error) {
    if (error.code === "23505") return false;
    throw error;
  }
}

const [ada, bob] = concurrently(() => book(12, 1), () => book(12, 2));
invariant("one of them has the seat", () => ada !== bob);
