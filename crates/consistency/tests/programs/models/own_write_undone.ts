// ✓✓✓✓✓✓✓✓✓✓✓✓✗ its own write decides that it is undone, except where nothing is seen together
import { abort, concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const put = transaction("put", () => { x.write(5); if (x.read() === 5) abort(); });
concurrently(put);
invariant("undone", () => x.read() === 0);
