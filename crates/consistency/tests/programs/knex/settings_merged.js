// A setting is stored: merge() without arguments overwrites what was given.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
const knex = require("knex")({ client: "mysql2" });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const settings = table("settings", { theme: 0, size: 0 }, { rows: { ada: { theme: 1, size: 1 } }, key: "person" });

async function store(person, theme, size) {
  await knex("settings").insert({ person, theme, size }).onConflict("person").merge();
}

concurrently(() => store("ada", 2, 2), () => store("ada", 3, 3));
invariant("theme and size are those of one of them", () => {
  const { theme, size } = settings.read("ada");
  return theme === size && theme > 1;
});
