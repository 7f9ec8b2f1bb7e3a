// unknown under keys that depend on what was read
import { concurrently, invariant, table, transaction, variable } from "@aplomb/consistency";

const next = variable("next", 1);
const notes = table<number, { n: number }>("notes", { n: 0 }, { rows: {} });
const add = transaction("add", () => {
  const id = next.read();
  next.write(id + 1);
  notes.insert(id, { n: notes.count() });
});
concurrently(add, add);
invariant("any", () => notes.count() <= 2);
