// Sign up looks whether the e-mail is known and inserts if not; nothing is UNIQUE (knex on PostgreSQL).
// postgres:read-committed ? (✗ in truth: write skew)
// postgres:repeatable-read ? (✗ in truth: write skew)
// postgres:serializable ? (✓ in truth)
import knexFactory from "knex";
import { concurrently, invariant, table } from "@aplomb/consistency";

const knex = knexFactory({ client: "pg", connection: process.env.DATABASE_URL });

async function signUp(email: string, name: string): Promise<boolean> {
  return knex.transaction(async (trx) => {
    const known = await trx("users").where({ email }).first();
    if (known) return false;
    await trx("users").insert({ email, name });
    return true;
  });
}

const users = table<number, { email: string; name: string }>(
  "users",
  { email: "", name: "" },
  { key: "id", rows: {} },
);

invariant("an e-mail signs up once", () => users.count((user) => user.email === "ada@example.com") <= 1);

concurrently(() => signUp("ada@example.com", "Ada"), () => signUp("ada@example.com", "A. Lovelace"));
