// A collector that is down, slow or refusing changes neither what the
// application does nor, beyond the deadline, how long it takes.
"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");
const { invoke, web } = require("./support");

const DEADLINE = 200;
// The platform freezes the process after the answer, so the recorder waits for its flush.
const onPlatform = { AWS_LAMBDA_RUNTIME_API: "127.0.0.1:1", APLOMB_FLUSH_MS: String(DEADLINE) };

async function order(t, endpoint) {
  const WEB = await web(t);
  const environment = { WEB, ...onPlatform, ...(endpoint ? { APLOMB_ENDPOINT: endpoint } : {}) };
  const { result, milliseconds } = await invoke("edited.js", "order", { event: { article: "tea" }, environment });
  assert.deepEqual(result, { placed: "/stock/tea" });
  return milliseconds;
}

test("a collector gets the events and the recording before the invocation is over", async (t) => {
  const got = [];
  const collector = await web(t, (request, response, body) => {
    got.push({ path: request.url, authorization: request.headers.authorization, body });
    response.end("{}");
  });
  await order(t, collector);
  assert.deepEqual(got.map(({ path }) => path).sort(), ["/v1/events", "/v1/recordings/order-1"]);
  assert.ok(got.every(({ body }) => body.endsWith("\n")));
});

test("down", async (t) => {
  await order(t, "http://127.0.0.1:1");
});

test("slow: the invocation waits for the deadline and no longer", async (t) => {
  const collector = await web(t, () => {});
  // The bound is generous because the machine may be busy: without a deadline
  // the collector's silence would last five seconds.
  assert.ok((await order(t, collector)) < DEADLINE + 3000);
});

test("refusing, breaking off, answering nonsense", async (t) => {
  await order(t, await web(t, (_request, response) => response.writeHead(401).end()));
  await order(t, await web(t, (request) => request.socket.destroy()));
  await order(t, await web(t, (request) => request.socket.end("nonsense")));
});

test("an endpoint that is no address", async (t) => {
  await order(t, "not a url");
});
