// ✓✗✗✓✗✗✗✗✗✗✗✗✗ two write first and give up if they see the other
import { abort, concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const y = variable("y", 0);
const first = transaction("first", () => { x.write(1); if (y.read() > 0) abort(); });
const second = transaction("second", () => { y.write(1); if (x.read() > 0) abort(); });
concurrently(first, second);
invariant("not both", () => !(x.read() === 1 && y.read() === 1));
