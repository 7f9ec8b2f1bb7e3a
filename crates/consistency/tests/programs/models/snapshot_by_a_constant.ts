// ✓✓✓✓✗✗✓✗✗✗✗✗✗ a plain read of what never changes takes InnoDB's snapshot, before the lock.
// mysql:repeatable-read ✗
// mysql:read-committed ✓
import { concurrently, invariant, table, transaction, variable } from "@aplomb/consistency";
const settings = table("settings", { value: 0 }, { rows: { 1: { value: 1 } } });
const lock = variable("lock", 0);
const t = variable("t", 0);
const add = transaction("add", () => {
  const step = settings.read(1)!.value;
  lock.lock();
  t.write(t.read() + step);
});
concurrently(() => add(), () => add());
invariant("both count", () => t.read() === 2);
