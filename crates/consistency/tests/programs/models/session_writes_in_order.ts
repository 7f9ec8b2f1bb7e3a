// ✗✗✗✗✗✗✗✗✗✗✗✗✗ two writes of one client are seen in the other order, unless that is excluded
// RA+MW ✓
// CC+MW ✓
// RA+RYW ✗
// SER+MW ✓
// SER+S ✓
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const y = variable("y", 0);

const putX = transaction("putX", () => x.write(1));
const putY = transaction("putY", () => y.write(1));
const look = transaction("look", () => [y.read(), x.read()]);
const [, seen] = concurrently(() => {
  putX();
  putY();
}, look);
invariant("the first is there with the second", () => !(seen![0] === 1 && seen![1] === 0));
