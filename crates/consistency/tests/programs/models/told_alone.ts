// ✓✓✓✓✓✓✓✓✓✓✓✓✓ what one transaction returned is what the next writes, nobody else is there
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const get = transaction(() => x.read()); const put = transaction((v: number) => x.write(v));
const add = () => { const v = get()!; put(v + 1); };
concurrently(add);
invariant("one", () => x.read() === 1);
