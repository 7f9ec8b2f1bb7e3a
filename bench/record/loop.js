// Invokes the handler once for every line of standard input (the event) and
// prints [milliseconds, milliseconds of the processor so far, status].
"use strict";
const fs = require("node:fs");
const readline = require("node:readline");
const { create } = require("./articles.js");

const clock = process.hrtime.bigint;
const processor = () => Number(fs.readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
let invocations = 0;

readline.createInterface({ input: process.stdin }).on("line", async (line) => {
  const event = JSON.parse(line);
  const began = clock();
  const { statusCode } = await create(event, { awsRequestId: `i${++invocations}`, functionName: "create" });
  const milliseconds = Number(clock() - began) / 1e6;
  process.stdout.write(`${JSON.stringify([milliseconds, processor(), statusCode])}\n`);
});
