// Those who turn a into b and those who turn b into a pass each other by.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { state: "" }, { rows: { 1: { state: "a" }, 2: { state: "b" } } });
const turn = (from: string, to: string) => pool.query("UPDATE t SET state = $2 WHERE state = $1", [from, to]);
concurrently(() => turn("a", "b"), () => turn("b", "a"));
invariant("all the same", () => t.read(1)!.state === t.read(2)!.state);
