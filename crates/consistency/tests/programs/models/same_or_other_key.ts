// ✓✓✓✓✓✓✓✓✓✓✓✓✓ keys that may be the same, added by two
import { concurrently, integer, invariant, table, transaction } from "@aplomb/consistency";

const t = table<number, { v: number }>("t", { v: 0 }, { rows: {} });
const [k, l] = [integer("k", 1), integer("l", 2)];
const put = transaction("put", (key: number) => { t.insert(key, { v: 1 }); });
concurrently(() => put(k), () => put(l));
invariant("rows", () => t.count() === (k === l ? 1 : 2));
