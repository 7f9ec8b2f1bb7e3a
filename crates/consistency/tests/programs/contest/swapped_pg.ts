// PostgreSQL assigns at once.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { a: 0, b: 0 }, { rows: { 1: { a: 1, b: 2 } } });
concurrently(() => pool.query("UPDATE t SET a = b, b = a WHERE id = 1"));
invariant("swapped", () => t.read(1)!.a === 2 && t.read(1)!.b === 1);
