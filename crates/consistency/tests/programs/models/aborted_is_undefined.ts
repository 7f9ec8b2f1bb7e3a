// ✓✓✓✓✓✓✓✓✓✓✓✓✓ what an aborted transaction gives is undefined
import { abort, concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const stock = variable("stock", 0);
const buy = transaction("buy", () => {
  const left = stock.read();
  if (left < 1) abort("sold out");
  stock.write(left - 1);
  return left;
});
const [first, second] = concurrently(buy, () => buy());
invariant("nobody bought", () => first === undefined && second === undefined && first !== null);
