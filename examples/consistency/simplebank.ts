// A withdrawal is covered by the sum of two accounts.
import { assume, concurrently, integer, invariant, transaction, variable } from "@aplomb/consistency";
import type { Variable } from "@aplomb/consistency";

const savings = integer("savings", 60);
const current = integer("current", 40);
assume(savings + current >= 0);

const x = variable("savings account", savings);
const y = variable("current account", current);

const withdraw = transaction("withdraw", (account: Variable<number>, amount: number) => {
  if (x.read() + y.read() >= amount) account.write(account.read() - amount);
});

const amount1 = integer("amount1", 70);
const amount2 = integer("amount2", 80);

invariant("the accounts together are not overdrawn", () => x.read() + y.read() >= 0);

concurrently(() => withdraw(x, amount1), () => withdraw(y, amount2));
