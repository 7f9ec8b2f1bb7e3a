// ✓✓✓✓✓✓✓✓✓✓✓✓✗ two write the same two values
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const y = variable("y", 0);
const put = transaction("put", (value: number) => { x.write(value); y.write(value); });
concurrently(() => put(1), () => put(2));
invariant("of one writer", () => x.read() === y.read());
