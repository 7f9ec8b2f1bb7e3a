// A page counts its views by increment, without a transaction.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import knex from "knex";
import { concurrently, invariant, table } from "@aplomb/consistency";

const db = knex({ client: "mysql2", connection: { host: "localhost", database: "site" } });
const pages = table("pages", { views: 0 }, { rows: { 1: { views: 0 } } });

const view = (id) => db("pages").where("id", id).increment("views", 1);

concurrently(async () => { await view(1); }, async () => { await view(1); });
invariant("both views count", () => pages.read(1).views === 2);
