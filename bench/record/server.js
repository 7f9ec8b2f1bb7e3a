// Invokes the handler for every request (its body is the event) and answers
// [milliseconds of the handler, milliseconds of the processor so far, status].
"use strict";
const fs = require("node:fs");
const http = require("node:http");
const { create } = require("./articles.js");

const clock = process.hrtime.bigint;
const processor = () => Number(fs.readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
let invocations = 0;

async function invoke(event) {
  const began = clock();
  const { statusCode } = await create(event, { awsRequestId: `i${++invocations}`, functionName: "create" });
  return [Number(clock() - began) / 1e6, processor(), statusCode];
}

const server = http.createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => (text += chunk));
  request.on("end", async () => response.end(JSON.stringify(await invoke(JSON.parse(text)))));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
// The measuring process says when it is over.
process.stdin.on("end", () => process.exit(0)).resume();
