// ✓✗✗✓✗✗✗✗✗✗✗✗✗ a course is removed while somebody enrols
import { boolean, concurrently, invariant, table, transaction } from "@aplomb/consistency";

const courses = table<number, { open: boolean }>("courses", { open: true }, { rows: { 1: { open: true } } });
const enrolled = table<number, { course: number }>("enrolled", { course: 0 }, { rows: {} });
const enrol = transaction(() => { if (courses.read(1) !== null) enrolled.insert(9, { course: 1 }); });
const remove = transaction(() => { if (!enrolled.exists((e) => e.course === 1)) courses.remove(1); });
concurrently(enrol, remove);
invariant("no orphan", () => !(enrolled.read(9) !== null && courses.read(1) === null));
