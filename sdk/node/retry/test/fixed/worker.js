"use strict";
// Runs handlers: `{ file, name, event, environment, attempt }` per line in, an answer per line out.
// All their requests go to the gateway.

const http = require("node:http");
const https = require("node:https");
const Module = require("node:module");
const readline = require("node:readline");
const { randomUUID } = require("node:crypto");

const endpoint = process.env.AWS_ENDPOINT_URL;

// Version 2 of the SDK takes no endpoint from the environment.
const load = Module._load;
Module._load = (request, ...rest) => {
  const loaded = load(request, ...rest);
  if (request === "aws-sdk") loaded.config.update({ endpoint, region: "us-east-1" });
  return loaded;
};

// Whatever the host, the gateway is the outside world.
https.request = (options, ...rest) => {
  const { hostname, port } = new URL(endpoint);
  return http.request({ ...options, protocol: "http:", hostname, host: hostname, port, agent: undefined }, ...rest);
};

// Two looks at the clock never show the same second, not even in two attempts.
const RealDate = Date;
let attempts = 0;
let looks = 0;
const now = () => RealDate.now() + 100_000 * attempts + 1000 * looks++;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length ? given : [now()]));
  }
  static now() {
    return now();
  }
};

/** What a handler answers, by its promise or its callback. */
function invoke(handler, event) {
  const context = { functionName: process.env.AWS_LAMBDA_FUNCTION_NAME, awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 10_000 };
  return new Promise((resolve, reject) => {
    const callback = (error, answer) => (error ? reject(error) : resolve(answer));
    handler(event, context, callback)?.then(resolve, reject);
  });
}

async function main() {
  const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
  require("@aws-sdk/lib-dynamodb");
  say({ ready: true });
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { file, name, event, environment, attempt } = JSON.parse(line);
    attempts = attempt;
    looks = 0;
    Object.assign(process.env, environment);
    try {
      say({ result: (await invoke(require(file)[name], event)) ?? null });
    } catch (error) {
      say({ error: `${error.name}: ${error.message}` });
    }
  }
}

main();
