// One place is left; whoever finds it free comes in.
// SER ✓
// US ✓
// SI ✗
// PSI ✗
// PC ✗
// CC ✗
// UA ✗
// RA ✗
// PGRC ✗
// MYRR ✗
// MAV ✗
// RC ✗
// EC ✗
import { concurrently, invariant, table, transaction } from "@aplomb/consistency";

const places = table<number, { paid: boolean }>("places", { paid: false }, { rows: { 1: { paid: true } } });

const join = transaction("join", (member: number) => {
  if (places.count(() => true) < 2) places.insert(member, { paid: false });
});

invariant("at most two", () => places.count(() => true) <= 2);

concurrently(() => join(2), () => join(3));
