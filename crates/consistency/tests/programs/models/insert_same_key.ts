// ✓✓✓✓✗✗✓✗✓✓✗✗✗ two insert the same key: one is refused where conflicts are detected
import { concurrently, invariant, table, transaction } from "@aplomb/consistency";

const t = table<number, { owner: number }>("t", { owner: 0 }, { rows: {} });
const take = transaction((who: number) => { t.insert(1, { owner: who }); return true; });
const [a, b] = concurrently(() => take(1), () => take(2));
invariant("only one succeeded", () => !(a === true && b === true));
