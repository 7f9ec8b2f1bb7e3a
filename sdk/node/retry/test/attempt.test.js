"use strict";
// What an attempt is: identities, sites, records, derived values, kept values. In memory.

const assert = require("node:assert/strict");
const { EventEmitter } = require("node:events");
const { test } = require("node:test");
const { setTimeout: sleep } = require("node:timers/promises");
const retry = require("..");
const { atLeastOnce, atMostOnce, derivedBytes, derivedRandom, derivedUuid, idempotencyKey, identities, keep, logs, once, records, retrySafe, startedAt } = retry;

const code = async (action) => {
  try {
    await action();
    return "none";
  } catch (error) {
    return error.code;
  }
};
const safe = (handler, { identity = (event) => event.id, ...options } = {}) => retrySafe(identity, handler, { log: logs.memory(), ...options });
const sqs = (...ids) => ({
  Records: ids.map((messageId) => ({ eventSource: "aws:sqs", messageId, body: `body of ${messageId}`, attributes: { SentTimestamp: "1700000000123" } })),
});

test("both ways to import give the same names, and the types declare them", async () => {
  const names = Object.keys(retry).sort();
  assert.deepEqual(Object.keys(await import("../index.mjs")).sort(), names);
  const types = require("node:fs").readFileSync(require.resolve("../index.d.ts"), "utf8");
  for (const name of names) assert.match(types, new RegExp(`export (function|const|class) ${name}\\b`));
});

test("derived values are functions of request and site", async () => {
  const handler = safe(() => [derivedUuid("a"), derivedUuid("b"), derivedRandom("c"), derivedBytes("d", 40).toString("hex"), idempotencyKey("e"), derivedUuid(["a", 1])]);
  const [first, again, other] = [handler({ id: "1" }), handler({ id: "1" }), handler({ id: "2" })];
  assert.deepEqual(first, again);
  assert.equal(new Set([...first, ...other]).size, 12);
  assert.match(first[0], /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(first[2] >= 0 && first[2] < 1);
  assert.equal(first[3].length, 80);
  assert.match(first[4], /^[0-9a-f]{64}$/);
});

test("a secret and the function's name change derived values", () => {
  const value = (options) => safe(() => derivedUuid("a"), options)({ id: "1" });
  assert.equal(new Set([value(), value({ secret: "s" }), value({ secret: "t" }), value({ name: "f" })]).size, 4);
});

test("random numbers are spread evenly", () => {
  const handler = safe(() => Array.from({ length: 4000 }, (_, index) => derivedRandom(["n", index])));
  const counts = Array(10).fill(0);
  for (const number of handler({ id: "x" })) counts[Math.floor(number * 10)] += 1;
  assert.ok(counts.every((count) => count > 300 && count < 500), counts.join());
});

test("a site used twice in one attempt is an error; with keys it is not", async () => {
  assert.equal(await code(() => safe(() => [derivedUuid("a"), derivedUuid("a")])({ id: "1" })), "SITE_USED_TWICE");
  assert.equal(await code(() => safe(async () => [derivedUuid("a"), await keep("a", () => 1)])({ id: "1" })), "SITE_USED_TWICE");
  assert.equal(await code(() => safe(() => [derivedUuid(["a", 1]), derivedUuid(["a", 2]), derivedUuid("a")])({ id: "1" })), "none");
  assert.equal(await code(() => safe(() => derivedUuid(["a", {}]))({ id: "1" })), "BAD_SITE");
  assert.equal(await code(() => safe(() => derivedUuid(""))({ id: "1" })), "BAD_SITE");
});

test("a step that failed may be tried again within the attempt", async () => {
  let calls = 0;
  const flaky = () => {
    calls += 1;
    if (calls === 1) throw new Error("not yet");
    return calls;
  };
  const handler = safe(() => keep("read", flaky).catch(() => keep("read", flaky)));
  assert.equal(await handler({ id: "1" }), 2);
});

test("keep gives every attempt the first value", async () => {
  let value = 0;
  const handler = safe(() => keep("read", async () => ({ value: (value += 1), when: new Date(5) })));
  assert.deepEqual(await handler({ id: "1" }), { value: 1, when: new Date(5) });
  assert.deepEqual(await handler({ id: "1" }), { value: 1, when: new Date(5) });
  assert.deepEqual((await handler({ id: "2" })).value, 3);
});

test("keep calls clients as handlers do", async () => {
  const v3 = { send: async (command) => `sent ${command.input}` };
  const v2 = { get: (key) => ({ promise: async () => `got ${key}` }) };
  const handler = safe(async () => [
    await keep("v3", v3, { input: 1 }),
    await keep("v2", v2, "get", "k"),
    await new Promise((resolve) => keep("callback", v2, "get", "c", (error, value) => resolve([error, value]))),
  ]);
  assert.deepEqual(await handler({ id: "1" }), ["sent 1", "got k", [null, "got c"]]);
});

test("steps outside of an attempt fail loudly, also where the context is lost", async (t) => {
  assert.equal(await code(() => derivedUuid("a")), "NO_ATTEMPT");
  assert.equal(await code(() => keep("a", () => 1)), "NO_ATTEMPT");
  const library = new EventEmitter();
  // Nothing else keeps the process alive while the handler waits for it.
  const ticking = setInterval(() => library.emit("tick"), 5);
  t.after(() => clearInterval(ticking));
  const handler = safe(() => new Promise((resolve) => library.once("tick", () => resolve(code(() => derivedUuid("a"))))));
  assert.equal(await handler({ id: "1" }), "NO_ATTEMPT");
});

test("an identity is required", async () => {
  assert.equal(await code(() => safe(() => 1)({})), "NO_IDENTITY");
  assert.equal(await code(() => safe(() => 1, { identity: identities.http })({ headers: {} })), "NO_IDENTITY");
  assert.throws(() => retrySafe("sqs", () => 1), TypeError);
});

test("an identity may be a number", () => {
  const uuid = safe(() => derivedUuid("a"));
  assert.equal(uuid({ id: 7 }), uuid({ id: "7" }));
  assert.equal(safe(() => records([{}], () => 7).map(() => derivedUuid("a")).length)({ id: "1" }), 1);
});

test("functions that share a log need names", async () => {
  const handler = retrySafe(() => "r", () => derivedUuid("a"), { log: logs.dynamodb({}) });
  assert.equal(await code(() => handler({}, {})), "NO_NAME");
  assert.equal(await code(() => handler({}, { functionName: "f" })), "none");
});

test("identities per trigger", () => {
  const uuid = (identity, event, context) => retrySafe(identity, () => derivedUuid("a"), { log: logs.memory() })(event, context);
  const sns = (MessageId) => ({ Records: [{ EventSource: "aws:sns", Sns: { MessageId } }] });
  const s3 = (sequencer) => ({ Records: [{ eventSource: "aws:s3", s3: { bucket: { name: "b" }, object: { key: "k", sequencer } } }] });
  const stream = (eventID) => ({ Records: [{ eventSource: "aws:dynamodb", eventSourceARN: "arn", eventID, dynamodb: {} }] });
  const http = (key, path = "/") => ({ headers: { "Idempotency-KEY": key }, rawPath: path });
  const cases = [
    [identities.sqs, sqs("1"), sqs("2")],
    [identities.sns, sns("1"), sns("2")],
    [identities.s3, s3("1"), s3("2")],
    [identities.stream, stream("1"), stream("2")],
    [identities.eventBridge, { id: "1", source: "s" }, { id: "2", source: "s" }],
    [identities.http, http("1"), http("2")],
    [identities.http, http("1"), http("1", "/other")],
    [identities.stepFunctions, { execution: "1", state: "s" }, { execution: "1", state: "t" }],
  ];
  for (const [identity, one, other] of cases) {
    assert.equal(uuid(identity, one), uuid(identity, structuredClone(one)));
    assert.notEqual(uuid(identity, one), uuid(identity, other));
  }
  const { invocation } = identities;
  assert.equal(uuid(invocation, { a: 1 }, { awsRequestId: "1" }), uuid(invocation, { a: 1 }, { awsRequestId: "1" }));
  assert.notEqual(uuid(invocation, {}, { awsRequestId: "1" }), uuid(invocation, {}, { awsRequestId: "2" }));
});

test("loops over records: identity by record, however the batch is made up", async () => {
  const handler = safe(
    async (event) => {
      const seen = {};
      for (const record of records(event.Records)) {
        if (record.messageId === "skipped") continue;
        await sleep(1);
        seen[record.messageId] = derivedUuid("id");
        await sleep(1);
      }
      return seen;
    },
    { identity: identities.sqs },
  );
  const whole = await handler(sqs("1", "skipped", "2", "3"));
  assert.equal(new Set(Object.values(whole)).size, 3);
  assert.deepEqual({ ...(await handler(sqs("3"))), ...(await handler(sqs("2", "1"))) }, whole);
});

test("records at the same time keep their identities", async () => {
  const parallel = async (batch, start) => {
    const handler = safe((event) => start(records(event.Records), async (record, pause) => {
      await sleep(pause);
      const id = derivedUuid("id");
      await sleep(pause);
      return [record.messageId, id, derivedUuid("second")];
    }), { identity: identities.sqs });
    return (await handler(batch)).map(String).sort();
  };
  const byMap = (all, handle) => Promise.all(all.map((record, index) => handle(record, 5 - index)));
  const byLoop = (all, handle) => {
    const running = [];
    for (const record of all) running.push(handle(record, 3));
    return Promise.all(running);
  };
  const expected = await parallel(sqs("1", "2", "3", "4"), byMap);
  assert.deepEqual(await parallel(sqs("4", "3", "2", "1"), byLoop), expected);
});

test("outside of the loop a batch has no identity, and break leaves the record", async () => {
  const handler = safe(
    async (event) => {
      for (const record of records(event.Records)) if (record) break;
      await sleep(1);
      return derivedUuid("after");
    },
    { identity: identities.sqs },
  );
  assert.equal(await code(() => handler(sqs("1", "2"))), "NO_IDENTITY");
  assert.equal(await code(() => handler(sqs("1"))), "none");
});

test("a business key per record", async () => {
  const handler = safe((event) => records(event.Records, ({ body }) => body).map(() => derivedUuid("id")), { identity: identities.sqs });
  const one = { eventSource: "aws:sqs", messageId: "1", body: "order 7" };
  const [left, right] = handler({ Records: [one, { ...one, messageId: "2" }] });
  assert.equal(left, right);
  assert.equal(await code(() => safe(() => records([{ unknown: true }]).map(() => 1))({ id: "1" })), "NO_IDENTITY");
});

test("the time is the trigger's, else that of the first attempt", async () => {
  assert.equal(safe(() => startedAt(), { identity: identities.sqs })(sqs("1")), 1700000000123);
  assert.equal(await code(() => safe(() => startedAt())({ id: "1" })), "NO_TIME");
  const handler = safe(() => startedAt(), { time: true });
  const first = await handler({ id: "1" });
  await sleep(5);
  assert.equal(await handler({ id: "1" }), first);
  assert.ok(Math.abs(Date.now() - first) < 10_000);
  assert.notEqual(await handler({ id: "2" }), first);
});

test("a lease keeps attempts apart", async () => {
  const handler = safe(async ({ pause }) => sleep(pause, startedAt()), { lease: true });
  const running = handler({ id: "1", pause: 50 });
  assert.equal(await code(() => handler({ id: "1", pause: 1 })), "ATTEMPT_RUNNING");
  assert.equal(await code(() => handler({ id: "2", pause: 1 })), "none");
  assert.equal(await running, await handler({ id: "1", pause: 1 }));
  const stuck = handler({ id: "3", pause: 80 }, { getRemainingTimeInMillis: () => 20 });
  await sleep(40);
  assert.equal(await code(() => handler({ id: "3", pause: 1 })), "none");
  await stuck;
});

test("handlers with callbacks stay handlers with callbacks", async () => {
  const plain = safe((event, _context, callback) => setTimeout(callback, 1, null, derivedUuid("a")));
  assert.equal(plain.length, 3);
  const byCallback = await new Promise((resolve, reject) => plain({ id: "1" }, {}, (error, result) => (error ? reject(error) : resolve(result))));
  const leased = safe((event, _context, callback) => setTimeout(callback, 1, null, derivedUuid("a")), { lease: true });
  assert.equal(await leased({ id: "1" }, {}, () => {}), byCallback);
});

test("at most once: a crash between intent and outcome is not repeated", async () => {
  let sent = 0;
  const log = logs.memory();
  const crash = { ...log, first: (row, text) => (row.step.endsWith("/outcome") ? Promise.reject(new Error("crash")) : log.first(row, text)) };
  const handler = (used) => safe(() => atMostOnce("mail", () => `sent ${(sent += 1)}`), { log: used });
  await assert.rejects(handler(crash)({ id: "1" }));
  assert.equal(await handler(log)({ id: "1" }), undefined);
  assert.equal(await handler(log)({ id: "2" }), "sent 2");
  assert.equal(await handler(log)({ id: "2" }), "sent 2");
  assert.equal(sent, 2);
});

test("at most once: what the service has rejected may be tried again", async () => {
  let status = 429;
  const effect = async () => {
    if (status) throw Object.assign(new Error("no"), { $metadata: { httpStatusCode: status } });
    return "sent";
  };
  const handler = safe(() => atMostOnce("mail", effect));
  await assert.rejects(handler({ id: "1" }));
  status = 500;
  await assert.rejects(handler({ id: "1" }));
  status = 0;
  assert.equal(await handler({ id: "1" }), undefined);
  assert.equal(await handler({ id: "2" }), "sent");
});

test("at least once: repeated only while nobody knows", async () => {
  let sent = 0;
  const log = logs.memory();
  const crash = { ...log, first: () => Promise.reject(new Error("crash")) };
  const handler = (used) => safe(() => atLeastOnce("mail", () => (sent += 1)), { log: used });
  await assert.rejects(handler(crash)({ id: "1" }));
  assert.equal(await handler(log)({ id: "1" }), 2);
  assert.equal(await handler(log)({ id: "1" }), 2);
  assert.equal(sent, 2);
});

test("in tests of users, once goes to the client as it is", async () => {
  const calls = [];
  const mock = {
    async send(command) {
      calls.push(command);
      if (command.refuse) throw Object.assign(new Error("no"), { name: "ConditionalCheckFailedException" });
      return { reply: calls.length };
    },
  };
  const handler = safe(async ({ refuse }) => once("write", mock, { input: {}, refuse }));
  assert.deepEqual([await handler({ id: "1" }), await handler({ id: "1" })], [{ reply: 1 }, { reply: 1 }]);
  for (const _ of [1, 2]) await assert.rejects(handler({ id: "2", refuse: true }), { name: "ConditionalCheckFailedException" });
  assert.equal(calls.length, 2);
});
