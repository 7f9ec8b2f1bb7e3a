// What the show has at the start, who is at work, and what must hold.
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";
import { reserve } from "./tickets";

const shows = table<string, { free: number; sold: number }>(
  "shows",
  { free: 0, sold: 0 },
  { rows: { hamlet: { free: 100, sold: 0 } } },
);

const [first, second] = [integer("first", 2), integer("second", 3)];
assume(first > 0 && second > 0);

const [one, other] = concurrently(
  () => reserve("hamlet", first),
  () => reserve("hamlet", second),
);
invariant("what was promised is sold", () =>
  shows.read("hamlet")!.sold === (one ? first : 0) + (other ? second : 0));
