// ✓✓✓✓✓✓✓✓✓✓✓✓✓ different columns of one row
import { concurrently, invariant, table, transaction } from "@aplomb/consistency";

const t = table<number, { a: number; b: number }>("t", { a: 0, b: 0 });
const putA = transaction("putA", () => t.write(1, { a: 1 }));
const putB = transaction("putB", () => t.write(1, { b: 1 }));
concurrently(putA, putB);
invariant("both", () => t.read(1).a === 1 && t.read(1).b === 1);
