// What is computed is compared with a text that says a number as that number.
// postgres:read-committed ✗ 1 + 1 is '2', so the row goes
// postgres:repeatable-read ✗
// postgres:serializable ✗
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const seats = table("seats", { taken: 0 }, { rows: { 1: { taken: 1 } } });

concurrently(() => pool.query("DELETE FROM seats WHERE taken + 1 = '2'"));

invariant("the row stays", () => seats.read(1) !== null);
