// ✗✗✗✗✗✗✗✗✗✗✗✗✗ keys that may be the same: a transfer to oneself creates money
import { assume, concurrently, integer, invariant, table, transaction } from "@aplomb/consistency";

const accounts = table<number, number>("accounts", 10);
const [from, to] = [integer("from", 1), integer("to", 2)];
assume((from === 1 || from === 2) && (to === 1 || to === 2));
const transfer = transaction("transfer", () => {
  const [a, b] = [accounts.read(from), accounts.read(to)];
  accounts.write(from, a - 1);
  accounts.write(to, b + 1);
});
concurrently(transfer);
invariant("the sum stays", () => accounts.read(1) + accounts.read(2) === 20);
