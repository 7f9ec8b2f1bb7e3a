// Applications by somebody who has only read the book: each invocation replays to
// the same outcome, or the recording says why it cannot be replayed.
"use strict";
const assert = require("node:assert/strict");
const { generateKeyPairSync } = require("node:crypto");
const path = require("node:path");
const test = require("node:test");
const { APPLICATIONS, folder, invoke, recordings, replay, web } = require("./support");
const { database } = require("./databases");

const root = path.join(APPLICATIONS, "outside");
const SAME = "same";
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const EC_KEY = privateKey.export({ type: "pkcs8", format: "pem" });
const CASES = {
  "streams.js": {
    piped: SAME, uploads: SAME, reads: SAME, aborted: SAME, timedOut: SAME, destroyed: SAME, finishOrder: SAME,
    fileStream: /read as a stream/,
  },
  "order.mjs": { queues: SAME, generated: SAME, intervals: SAME, events: SAME, imported: SAME, remembers: SAME },
  "races.mjs": {
    schedulers: SAME, repeated: SAME, digests: SAME, compressing: SAME, scratch: SAME, sending: SAME, late: SAME, signals: SAME,
    handles: SAME, marks: SAME, signatures: SAME, channel: /MessagePort/, watched: /fs\.watch/,
  },
  "outside.js": {
    thread: /A thread is started/, program: /child_process\.exec/, programAtOnce: /child_process\.execFileSync/,
    keys: /generateKeyPairSync/, webKeys: /generateKey/, prime: /generatePrimeSync/, names: SAME, namesWithCallback: SAME,
    datagram: /datagram/,
  },
  "machine.js": { facts: SAME, dates: SAME, values: SAME, environment: SAME },
  "handlers.js": {
    plainPromise: SAME, callsBack: SAME, failsBack: SAME, succeeds: SAME, returnsNothing: SAME, throwsAtOnce: SAME,
    rejectsText: SAME, leavesWork: SAME, stored: SAME, remaining: SAME, bound: SAME, unhandledLater: SAME, frozenEvent: SAME,
  },
  "sdk.js": { pages: SAME, batches: SAME, fails: SAME, uploads: SAME, presigned: SAME, waits: SAME, retried: SAME, concurrent: SAME },
};

/** Answers at once, but for /slow, which takes longer than anybody waits. */
function answer(request, response, body) {
  if (request.url === "/slow") return setTimeout(() => response.end("late"), 5000).unref();
  response.setHeader("etag", '"1"');
  response.setHeader("content-type", "application/json");
  return response.end(JSON.stringify({ path: request.url, body, number: Math.random() }));
}

/** Fails every other time. */
function flaky() {
  let asked = 0;
  return (request, response) => {
    asked += 1;
    response.writeHead(asked % 2 ? 500 : 200, { "content-type": "application/x-amz-json-1.0" });
    response.end(asked % 2 ? "{}" : '{"TableNames":["t"]}');
  };
}

for (const [file, functions] of Object.entries(CASES)) {
  for (const [exported, expected] of Object.entries(functions)) {
    test(`${file} ${exported}`, async (t) => {
      const directory = folder(t);
      const environment = { WEB: await web(t, answer), EC_KEY, APLOMB_DIRECTORY: directory };
      const key = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "very-secret-key" };
      if (file === "sdk.js") Object.assign(environment, key, { DYNAMODB: await database(t), FLAKY: await web(t, flaky()) });
      await invoke(file, exported, { environment, root });
      const [recording] = recordings(directory);
      assert.ok(recording, "nothing was recorded");
      // In another zone and another language than it was recorded in.
      const played = await replay(recording, { TZ: "Pacific/Auckland", LC_ALL: "de_DE.UTF-8" });
      if (expected === SAME) {
        assert.equal(played.verdict, SAME, JSON.stringify(played, null, 1));
      } else {
        assert.equal(played.verdict, "refused", JSON.stringify(played, null, 1));
        assert.match(played.reason, expected);
      }
    });
  }
}
