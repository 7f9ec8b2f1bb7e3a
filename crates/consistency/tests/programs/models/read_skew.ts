// ✓✓✓✓✓✓✓✓✗✓✗✗✗ read skew: two values that are written together
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const y = variable("y", 0);
const both = transaction("both", () => { x.write(1); y.write(1); });
const look = transaction("look", () => [x.read(), y.read()]);
const [, seen] = concurrently(both, look);
invariant("together", () => seen![0] === seen![1]);
