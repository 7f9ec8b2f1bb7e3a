// ✓✓✓✓✗✗✓✗✗✗✗✗✗ a text as a state that changes once
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const order = variable("order", "new");
const move = transaction("move", (to: string) => {
  if (order.read() !== "new") return false;
  order.write(to);
  return true;
});
const [paid, cancelled] = concurrently(() => move("paid"), () => move("cancelled"));
invariant("not both", () => !(paid && cancelled));
