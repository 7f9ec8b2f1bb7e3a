// Two courses with different ids get the same name.
import { assume, concurrently, invariant, table, text, transaction } from "@aplomb/consistency";

const names = table<number, string>("names", "");
const ids = [1, 2];

const addCourse = transaction("addCourse", (id: number, name: string) => {
  const taken = ids.some((other) => names.read(other) === name);
  if (!taken) names.write(id, name);
});

const name1 = text("name1", "Algebra");
const name2 = text("name2", "Topology");
assume(name1 !== "" && name2 !== "");

invariant("names are unique", () =>
  names.read(1) === "" || names.read(2) === "" || names.read(1) !== names.read(2));

concurrently(() => addCourse(1, name1), () => addCourse(2, name2));
