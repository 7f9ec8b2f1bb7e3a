// Whoever sees a reply must have seen what it replies to.
// SER ✓
// US ✓
// SI ✓
// PSI ✓
// PC ✓
// CC ✓
// MYRR ✓
// UA ✗
// RA ✗
// PGRC ✗
// MAV ✗
// RC ✗
// EC ✗
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const post = variable("post", 0);
const reply = variable("reply", 0);

const publish = transaction("publish", () => {
  post.write(1);
});
const answer = transaction("answer", () => {
  if (post.read() === 1) reply.write(1);
});
const look = transaction("look", () => {
  const p = post.read();
  const r = reply.read();
  return r === 1 && p === 0;
});

const [, , strange] = concurrently(() => publish(), () => answer(), () => look());

invariant("no reply without its post", () => !strange);
