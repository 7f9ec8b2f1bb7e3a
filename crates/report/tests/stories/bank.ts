import { concurrently, invariant, table, transaction } from "@aplomb/model";

const balance = table<number, number>("balance");

const withdraw = transaction("withdraw", (account: number, amount: number) => {
  const together = balance.get(1) + balance.get(2);
  if (together >= amount) {
    balance.set(account, balance.get(account) - amount);
  }
});

concurrently(withdraw(1, 60), withdraw(2, 60));
invariant("never overdrawn together", () => balance.get(1) + balance.get(2) >= 0);
