// The older way: transacting(trx), then(), and del() that tells how many rows it took.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import knex from "knex";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const db = knex({ client: "pg" });
const tickets = table("tickets", { price: 5 }, { rows: { 1: { price: 5 } } });
const sales = table("sales", { person: integer }, { rows: [] });

function buy(ticket: number, person: number) {
  return db.transaction((trx) =>
    db("tickets")
      .transacting(trx)
      .where({ id: ticket })
      .del()
      .then((taken) => {
        if (taken === 0) return false;
        return db("sales")
          .transacting(trx)
          .insert({ person })
          .then(() => true);
      }),
  );
}

const [first, second] = concurrently(() => buy(1, 1), () => buy(1, 2));
invariant("sold once", () => first !== second && sales.count(() => true) === 1);
