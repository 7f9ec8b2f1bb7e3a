// Tokens: the auction closes only when both bidders have given theirs up.
import { assume, concurrently, integer, invariant, table, transaction, variable } from "@aplomb/consistency";

const status = variable("status", "invalid");
const winner = variable("winner", 0);
const bids = table<number, number>("bids", 0);
const tokens = table<number, boolean>("tokens", true);

const start = transaction("start", () => {
  const allowed = tokens.read(1) || tokens.read(2);
  if (status.read() === "invalid" && winner.read() === 0 && allowed) status.write("active");
});

const bid = transaction("bid", (bidder: number, amount: number) => {
  const open = status.read() === "active" && winner.read() === 0;
  if (open && bids.read(bidder) === 0 && tokens.read(bidder)) {
    bids.write(bidder, amount);
    tokens.write(bidder, false);
  }
});

const close = transaction("close", () => {
  const [first, second] = [bids.read(1), bids.read(2)];
  const open = status.read() === "active" && winner.read() === 0;
  if (open && (first > 0 || second > 0) && !tokens.read(1) && !tokens.read(2)) {
    status.write("closed");
    winner.write(first >= second ? 1 : 2);
  }
});

const amount1 = integer("amount1", 10);
const amount2 = integer("amount2", 20);
assume(amount1 > 0 && amount2 > 0);

invariant("the winner holds the highest bid", () =>
  status.read() !== "closed" || winner.read() === (bids.read(1) >= bids.read(2) ? 1 : 2));
invariant("nobody can bid after the close", () =>
  status.read() !== "closed" || (!tokens.read(1) && !tokens.read(2)));

concurrently(start, () => bid(1, amount1), () => bid(2, amount2), close);
