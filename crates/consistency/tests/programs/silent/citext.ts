// Texts of the type citext are the same whatever their case.
// postgres:serializable ? (✗ in truth)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const users = table("users", { email: "" }, { rows: [] });
async function signUp(id: number, email: string) {
  try {
    await pool.query("INSERT INTO users (id, email) VALUES ($1, $2)", [id, email]);
    return true;
  } catch (error) {
    return false;
  }
}
const [a, b] = concurrently(() => signUp(1, "Ann"), () => signUp(2, "ann"));
invariant("both are in", () => a && b);
