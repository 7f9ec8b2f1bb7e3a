// Writes the log that all contenders read: users consent, sometimes revoke, and their data is
// processed; one violation for each of every tenth user. The events of a user are 50 ms apart,
// so every contender can find the same violations, whether it knows of clocks that differ or not.
const [count, users, path] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
const out = require("node:fs").createWriteStream(path);
const start = Date.UTC(2026, 0, 1);
const step = 50 / users;

function nameOf(round, user) {
  if (round === 0) return "CONSENT";
  if (user % 10 === 0 && round === 5) return "REVOKED";
  if (user % 10 === 0 && round === 7) return "CONSENT";
  return "PROCESSED";
}

(async () => {
  for (let i = 0; i < count; i++) {
    const [round, user] = [Math.floor(i / users), i % users];
    const event = {
      id: `event-${i}`,
      name: nameOf(round, user),
      params: { user: `user-${user}` },
      time: Math.round((start + i * step) * 1000) / 1000,
      invocation: `invocation-${i}`,
    };
    if (!out.write(JSON.stringify(event) + "\n")) await new Promise((go) => out.once("drain", go));
  }
  out.end();
})();
