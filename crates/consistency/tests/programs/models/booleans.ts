// ✓✗✗✓✗✗✗✗✗✗✗✗✗ doctors on call, with truth values
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const alice = variable("alice", true);
const bob = variable("bob", true);
const leaveAlice = transaction("leaveAlice", () => { if (bob.read()) alice.write(false); });
const leaveBob = transaction("leaveBob", () => { if (alice.read()) bob.write(false); });
concurrently(leaveAlice, leaveBob);
invariant("somebody is on call", () => alice.read() || bob.read());
