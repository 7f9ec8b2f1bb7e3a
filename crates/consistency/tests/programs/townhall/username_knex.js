// A name belongs to whoever takes it first: UNIQUE, and the INSERT ignores a conflict. What comes
// back says who it was.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import knex from "knex";
import { concurrently, invariant, table, text } from "@aplomb/consistency";

const db = knex({ client: "pg", connection: { database: "forum" } });

async function register(id, name) {
  return db.transaction(async (trx) => {
    const made = await trx("people").insert({ id, name }).onConflict("name").ignore().returning("id");
    if (made.length === 0) return false;
    await trx("profiles").insert({ id, posts: 0 });
    return true;
  });
}

const people = table("people", { name: text }, { rows: [], unique: ["name"] });
const profiles = table("profiles", { posts: 0 }, { rows: [] });

const [first, second] = await concurrently(() => register(1, "ann"), () => register(2, "ann"));

invariant("one of them has the name", () => first !== second);
invariant("and only that one has a profile", () =>
  (profiles.read(1) !== null) === first && (profiles.read(2) !== null) === second);
invariant("there is one ann", () => people.count((person) => person.name === "ann") === 1);
