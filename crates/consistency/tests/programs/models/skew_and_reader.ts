// ✓✗✗✓✗✗✗✗✗✗✗✗✗ write skew beside a reader
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const x = variable("x", 1), y = variable("y", 0), log = variable("log", 0);
const move = transaction("move", () => { if (x.read() === 1 && log.read() === 0) { x.write(0); y.write(1); } });
const note = transaction("note", () => { if (x.read() === 1) log.write(1); });
const look = transaction("look", () => [x.read(), log.read()]);
const [, , s] = concurrently(move, note, look);
invariant("not both", () => !(x.read() === 0 && log.read() === 1));
