// ✓✓✓✓✓✓✓✓✓✓✓✓✓ what is rolled back is never seen
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const fail = transaction("fail", () => { x.write(1); throw new Error("no"); });
const look = transaction("look", () => x.read());
const [, seen] = concurrently(fail, look);
invariant("unseen", () => seen === 0 && x.read() === 0);
