"use strict";
// Runs one handler: an event per line in, an answer per line out.

const readline = require("node:readline");
const { randomUUID } = require("node:crypto");

const { HANDLER, SHOP, STORE } = process.env;

async function main() {
  const handlers = await require(`./handlers/${SHOP}`)(STORE);
  const handler = handlers[HANDLER];
  const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
  say({ ready: true });
  for await (const line of readline.createInterface({ input: process.stdin })) {
    try {
      // Every delivery has a request id of its own, as with queues.
      say({ result: await handler(JSON.parse(line), { functionName: "order", awsRequestId: randomUUID() }) });
    } catch (error) {
      say({ error: `${error.name}: ${error.message}` });
    }
  }
}

main();
