// Events per second of all contenders, and how they compare with the first one.
const lines = require("node:fs").readFileSync(process.argv[2], "utf8").trim().split("\n");
const found = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
for (const { contender, events, violated, seconds, decoding } of found) {
  const rate = events / seconds;
  const beside = rate / (found[0].events / found[0].seconds);
  console.log(
    `${contender.padEnd(36)} ${Math.round(rate).toLocaleString("en").padStart(11)} events/s` +
      `  ${violated} violated` +
      (decoding ? `  (${Math.round(events / (seconds + decoding)).toLocaleString("en")} with decoding)` : "") +
      (beside < 1 ? `  Aplomb is ${(1 / beside).toFixed(1)} times as fast` : ""),
  );
}
