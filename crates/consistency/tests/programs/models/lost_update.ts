// ✓✓✓✓✗✗✓✗✗✗✗✗✗ a lost update
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const add = transaction("add", () => x.write(x.read() + 1));
concurrently(add, add);
invariant("two", () => x.read() === 2);
