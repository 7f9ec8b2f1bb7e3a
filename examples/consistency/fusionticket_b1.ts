// The first ticket costs 17, later ones 27.
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const sold = variable("sold", 0);
const revenue = variable("revenue", 0);

const buy = transaction("buy", () => {
  const [count, earned] = [sold.read(), revenue.read()];
  sold.write(count + 1);
  revenue.write(earned + (count < 1 ? 17 : 27));
});

invariant("every purchase is paid for", () => revenue.read() === 17 + 27 + 27);

concurrently(buy, buy, buy);
