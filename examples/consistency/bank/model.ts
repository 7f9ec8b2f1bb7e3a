// What the accounts hold at the start, who is at work, and what must hold.
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";
import { withdraw } from "./accounts";

const accounts = table<number, { customer: number; balance: number }>(
  "accounts",
  { customer: 0, balance: 0 },
  { key: "id", rows: { 1: { customer: 7, balance: 60 }, 2: { customer: 7, balance: 40 } } },
);

const first = integer("first", 70);
const second = integer("second", 80);
assume(first > 0 && second > 0);

invariant("the accounts together are not overdrawn", () =>
  accounts.read(1)!.balance + accounts.read(2)!.balance >= 0);

concurrently(() => withdraw(1, first), () => withdraw(2, second));
