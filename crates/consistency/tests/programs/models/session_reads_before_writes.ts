// ✓✓✗✗✓✗✗✗✓✓✗✗✗ an answer is seen without the question: the client that looked first and answered then is two transactions
// CC+S ✓
// RA+WFR ✓
// RA+MR ✗
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 0);
const y = variable("y", 0);

const ask = transaction("ask", () => x.write(1));
const look = transaction("look", () => x.read());
const answer = transaction("answer", () => y.write(1));
const read = transaction("read", () => [y.read(), x.read()]);
const [, , seen] = concurrently(
  ask,
  () => {
    if (look() === 1) answer();
  },
  read,
);
invariant("no answer without the question", () => !(seen![0] === 1 && seen![1] === 0));
