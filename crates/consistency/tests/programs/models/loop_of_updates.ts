// ✓✓✓✓✗✗✓✗✓✓✗✗✗ a loop of updates, each of which reads what is current
import { concurrently, invariant, table, transaction } from "@aplomb/consistency";

const t = table<number, number>("t", 0);
const all = transaction("all", () => { for (const key of [1, 2, 3]) t.update(key, (n) => n + 1); });
concurrently(all, all);
invariant("each twice", () => t.read(1) === 2 && t.read(2) === 2 && t.read(3) === 2);
