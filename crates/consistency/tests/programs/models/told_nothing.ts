// ✓✓✓✓✓✓✓✓✓✓✓✓✓ what the client was told decides whether it goes on
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0), y = variable("y", 0);
const look = transaction("look", () => x.read());
const put = transaction("put", () => y.write(1));
concurrently(() => { if (look() === 1) put(); });
invariant("untouched", () => y.read() === 0);
