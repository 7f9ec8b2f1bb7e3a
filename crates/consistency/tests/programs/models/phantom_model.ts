// ✓✗✗✓✗✗✗✗✗✗✗✗✗ a phantom, with operations of the package
import { concurrently, invariant, table, transaction } from "@aplomb/consistency";

const bookings = table<number, { room: number }>("bookings", { room: 0 }, { rows: {} });
const book = transaction((key: number, room: number) => { if (!bookings.exists((b) => b.room === room)) bookings.insert(key, { room }); });
concurrently(() => book(1, 7), () => book(2, 7));
invariant("one booking", () => bookings.count((b) => b.room === 7) <= 1);
