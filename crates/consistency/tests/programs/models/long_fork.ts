// ✓✓✗✗✓✗✗✗✓✓✗✗✗ a long fork: two readers see two writers in different orders
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const y = variable("y", 0);
const putX = transaction("putX", () => x.write(1));
const putY = transaction("putY", () => y.write(1));
const xy = transaction("xy", () => [x.read(), y.read()]);
const yx = transaction("yx", () => [y.read(), x.read()]);
const [, , a, b] = concurrently(putX, putY, xy, yx);
invariant("one order", () => !(a![0] === 1 && a![1] === 0 && b![0] === 1 && b![1] === 0));
