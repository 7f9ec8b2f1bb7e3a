// A subscription with ON CONFLICT (id) DO NOTHING in a table that also has a UNIQUE e-mail; every attempt is to be logged.
// postgres:read-committed ✗ serially: the second one has another id and the same e-mail, the arbiter does not cover that: 23505, ROLLBACK, its attempt is gone
// postgres:repeatable-read ✗ the same
// postgres:serializable ✗ the same
import pg from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();

const subscribers = table("subscribers", { email: "" }, { rows: {}, unique: ["email"] });
const signupAttempts = table("signup_attempts", { subscriber: 0 }, { rows: {} });

async function subscribe(id: number, email: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("INSERT INTO signup_attempts (subscriber) VALUES ($1)", [id]);
    await client.query("INSERT INTO subscribers (id, email) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", [id, email]);
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK");
    return false;
  } finally {
    client.release();
  }
}

invariant("e-mails are unique", () => subscribers.count((s) => s.email === "ann@example.org") === 1);
invariant("every attempt is logged", () => signupAttempts.count((a) => a.subscriber >= 0) === 2);

concurrently(() => subscribe(1, "ann@example.org"), () => subscribe(2, "ann@example.org"));
