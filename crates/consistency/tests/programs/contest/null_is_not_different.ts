// NULL is not different from anything.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✗
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const seats = table("seats", { holder: nullable(integer) }, { rows: { 1: { holder: null } } });
concurrently(() => pool.query("UPDATE seats SET holder = 2 WHERE id = 1 AND holder <> 1"));
invariant("taken", () => seats.read(1)!.holder === 2);
