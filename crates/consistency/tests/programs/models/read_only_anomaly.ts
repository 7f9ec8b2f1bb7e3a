// ✓✗✗✓✗✗✗✗✗✗✗✗✗ the read-only anomaly of Fekete, O’Neil and O’Neil
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const checking = variable("checking", 0);
const savings = variable("savings", 0);
const deposit = transaction("deposit", () => savings.write(20));
const withdraw = transaction("withdraw", () => {
  const covered = checking.read() + savings.read() >= 10;
  checking.write(checking.read() - (covered ? 10 : 11));
});
const report = transaction("report", () => [checking.read(), savings.read()]);
const [, , seen] = concurrently(deposit, withdraw, report);
invariant("no fee after the deposit was reported", () =>
  !(seen![0] === 0 && seen![1] === 20 && checking.read() === -11));
