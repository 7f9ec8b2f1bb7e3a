// ✗✗✗✗✗✗✗✗✗✗✗✗✗ a client looks twice: without a promise the second may be older
// RC+MR ✓
// SER+S ✓
// RA+RYW ✗
// postgres:read-committed ✓
// postgres:repeatable-read ✓
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const look = transaction("look", () => x.read());
const put = transaction("put", () => x.write(1));
const [seen] = concurrently(() => [look(), look()], put);
invariant("never backwards", () => !(seen[0] === 1 && seen[1] === 0));
