// A bid can be overtaken by the close of the auction.
import { assume, concurrently, integer, invariant, table, transaction, variable } from "@aplomb/consistency";

const status = variable("status", "invalid");
const winner = variable("winner", 0);
const bids = table<number, number>("bids", 0);

const start = transaction("start", () => {
  if (status.read() === "invalid" && winner.read() === 0) status.write("active");
});

const bid = transaction("bid", (bidder: number, amount: number) => {
  if (status.read() === "active" && winner.read() === 0 && bids.read(bidder) === 0) {
    bids.write(bidder, amount);
  }
});

const close = transaction("close", () => {
  const [first, second] = [bids.read(1), bids.read(2)];
  if (status.read() === "active" && winner.read() === 0 && (first > 0 || second > 0)) {
    status.write("closed");
    winner.write(first >= second ? 1 : 2);
  }
});

const amount1 = integer("amount1", 10);
const amount2 = integer("amount2", 20);
assume(amount1 > 0 && amount2 > 0);

invariant("the winner holds the highest bid", () =>
  status.read() !== "closed" || winner.read() === (bids.read(1) >= bids.read(2) ? 1 : 2));

concurrently(start, () => bid(1, amount1), () => bid(2, amount2), close);
