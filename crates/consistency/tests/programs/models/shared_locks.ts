// ✓✗✗✓✗✗✗✗✓✓✗✗✗ write skew, prevented by shared locks
// postgres:read-committed ✓
// mysql:repeatable-read ✓
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0), y = variable("y", 0);
const t1 = transaction(() => { if (x.share() + y.share() === 0) x.write(1); });
const t2 = transaction(() => { if (x.share() + y.share() === 0) y.write(1); });
concurrently(t1, t2);
invariant("one", () => x.read() + y.read() <= 1);
