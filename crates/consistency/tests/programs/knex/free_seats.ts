// Names with capital letters, which knex writes in quotes: seats are counted and written back.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import knex from "knex";
import { concurrently, invariant, table } from "@aplomb/consistency";

const db = knex({ client: "pg" });
const trips = table("busTrips", { freeSeats: 0 }, { rows: { 1: { freeSeats: 3 } } });

async function book(id: number) {
  await db.transaction(async (trx) => {
    const trip = await trx("busTrips").where({ id }).first("freeSeats");
    await trx("busTrips").where({ id }).update({ freeSeats: trip.freeSeats - 1 });
  });
}

concurrently(() => book(1), () => book(1));
invariant("two seats are taken", () => trips.read(1)!.freeSeats === 1);
