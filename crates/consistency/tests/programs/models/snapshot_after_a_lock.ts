// ✓✓✓✓✗✗✓✗✗✗✗✗✗ the lock is taken first: InnoDB's snapshot comes after it.
// mysql:repeatable-read ✓
// mysql:read-committed ✓
import { concurrently, invariant, table, transaction, variable } from "@aplomb/consistency";
const settings = table("settings", { value: 0 }, { rows: { 1: { value: 1 } } });
const lock = variable("lock", 0);
const t = variable("t", 0);
const add = transaction("add", () => {
  lock.lock();
  const step = settings.read(1)!.value;
  t.write(t.read() + step);
});
concurrently(() => add(), () => add());
invariant("both count", () => t.read() === 2);
