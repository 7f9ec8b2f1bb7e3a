// ✓✓✓✓✓✓✓✓✓✓✓✓✓ records of several kinds of values
import { boolean, concurrently, invariant, table, transaction } from "@aplomb/consistency";

const t = table<string, { a: number; b: boolean; c: string }>("t", { a: 0, b: false, c: "" }, { rows: { k: { a: 1, b: true, c: "x" } } });
const go = transaction("go", () => { const { a, b, c } = t.read("k")!;
  if (b && c === "x") t.write("k", { a: a + 1, c: "y" }); });
concurrently(go);
invariant("moved", () => { const r = t.read("k")!;
  return r.a === 2 && r.b && r.c === "y"; });
