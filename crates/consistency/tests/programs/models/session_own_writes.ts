// ✗✗✗✗✗✗✗✗✗✗✗✗✗ a client does not see what it wrote, unless that is promised
// RA+RYW ✓
// RA+MR ✗
// EC+RYW ✓
// SER+S ✓
// SI+RYW ✓
// RC+MW ✗
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const y = variable("y", 0);

const put = transaction("put", () => x.write(1));
const look = transaction("look", () => x.read());
const [seen] = concurrently(() => {
  put();
  return look();
});
invariant("its own write", () => seen === 1);
