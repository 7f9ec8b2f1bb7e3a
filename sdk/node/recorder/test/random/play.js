// Replays many recordings of one application in one process and prints the answers.
"use strict";
const fs = require("node:fs");
const { read } = require("../../lib/recording");
const { prepare, replay } = require("../../lib/replay");

async function main() {
  const recordings = process.argv.slice(2).map((file) => read(fs.readFileSync(file, "utf8")));
  prepare(recordings[0]);
  const answers = [];
  for (const recording of recordings) answers.push(await replay(recording));
  process.stdout.write(JSON.stringify(answers));
}

main();
