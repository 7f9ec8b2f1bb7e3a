// Transfers in both directions; the account that pays is locked.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";
import { transfer } from "./modules/transfers";

const accounts = table<number, { balance: number }>(
  "accounts",
  { balance: 0 },
  { rows: { 1: { balance: 50 }, 2: { balance: 50 } } },
);

const there = integer("there", 30);
const back = integer("back", 40);
assume(there > 0 && back > 0);

invariant("no money appears or disappears", () => accounts.read(1)!.balance + accounts.read(2)!.balance === 100);
invariant("nobody is overdrawn", () => accounts.read(1)!.balance >= 0 && accounts.read(2)!.balance >= 0);

concurrently(() => transfer(1, 2, there), () => transfer(2, 1, back));
