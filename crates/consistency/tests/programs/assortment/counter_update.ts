// A counter that the database increments in one statement.
// SER ✓
// US ✓
// SI ✓
// PSI ✓
// UA ✓
// PGRC ✓
// MYRR ✓
// PC ✗
// CC ✗
// RA ✗
// MAV ✗
// RC ✗
// EC ✗
import { assume, concurrently, integer, invariant, transaction, variable } from "@aplomb/consistency";

const stock = variable("stock", 0);

const deliver = transaction("deliver", (quantity: number) => {
  stock.update((old) => old + quantity);
});

const first = integer("first", 3);
const second = integer("second", 4);
assume(first > 0 && second > 0);

invariant("both deliveries count", () => stock.read() === first + second);

concurrently(() => deliver(first), () => deliver(second));
