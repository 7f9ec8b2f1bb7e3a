// The UPDATE has a guard, but nobody looks whether it changed anything.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pgPromise from "pg-promise";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const db = pgPromise()("postgres://localhost/clinic");
const slots = table("slots", { patient: nullable(integer) }, { rows: { 1: { patient: null } } });

async function book(slot: number, patient: number): Promise<boolean> {
  return db.tx(async (t) => {
    const found = await t.one("SELECT patient FROM slots WHERE id = $1", [slot]);
    if (found.patient !== null) return false;
    await t.none("UPDATE slots SET patient = $1 WHERE id = $2 AND patient IS NULL", [patient, slot]);
    return true;
  });
}

const [ada, bob] = concurrently(() => book(1, 7), () => book(1, 8));
invariant("one of them is told yes", () => ada !== bob);
