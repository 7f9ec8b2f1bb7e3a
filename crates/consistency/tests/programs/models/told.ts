// ✗✗✗✗✗✗✗✗✗✗✗✗✗ what one transaction returned is what the next writes: a lost update at any level
// postgres:serializable ✗
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const get = transaction(() => x.read()); const put = transaction((v: number) => x.write(v));
const add = () => { const v = get()!; put(v + 1); };
concurrently(add, add);
invariant("two", () => x.read() === 2);
