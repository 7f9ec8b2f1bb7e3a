// Small applications are recorded and replayed; the outcome must be the same.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { APPLICATIONS, folder, invoke, recordings, replay, web } = require("./support");

async function record(t, file, exported, options = {}) {
  const directory = folder(t);
  const WEB = await web(t);
  const environment = { WEB, APLOMB_DIRECTORY: directory, ...options.environment };
  const outcome = await invoke(file, exported, { ...options, environment });
  const files = recordings(directory);
  assert.equal(files.length, 1);
  return { outcome, file: files[0], directory };
}

test("time, chance, timers, files and the web replay to the same result and order", async (t) => {
  const { outcome, file } = await record(t, "mixed.js", "everything", { event: { password: "x" } });
  const { verdict, outcome: played, differences } = await replay(file);
  assert.deepEqual(differences, []);
  assert.equal(verdict, "same");
  assert.deepEqual(played.result, outcome.result);
  assert.equal(outcome.result.refused, "ECONNREFUSED");
});

test("handlers with a callback", async (t) => {
  const { outcome, file } = await record(t, "mixed.js", "callback");
  assert.equal(outcome.result.id, "callback-1");
  assert.equal((await replay(file)).verdict, "same");
});

test("handlers that fail", async (t) => {
  const { outcome, file } = await record(t, "mixed.js", "fails");
  assert.deepEqual(outcome.error, { name: "RangeError", message: "too far", code: "E_FAR" });
  const { verdict, outcome: played } = await replay(file);
  assert.equal(verdict, "same");
  assert.equal(played.error.name, "RangeError");
});

test("what the recorder does not support is named, and refused by the replay", async (t) => {
  const { file } = await record(t, "mixed.js", "socket");
  const { verdict, reason } = await replay(file);
  assert.equal(verdict, "refused");
  assert.match(reason, /A connection is opened by a library that the recorder does not support/);
});

test("raw events tell calls and the outcome, in order", async (t) => {
  const { directory } = await record(t, "edited.js", "order", { event: { article: "tea" } });
  const events = fs
    .readFileSync(path.join(directory, "events.ndjson"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    events.map(({ name }) => name),
    ["handler.input", "http.request", "http.request", "handler.result"],
  );
  assert.deepEqual(events[0].params, { input: { article: "tea" } });
  assert.deepEqual(events[3].params, { result: { placed: "/stock/tea" } });
  assert.deepEqual(
    events.map(({ order }) => order),
    events.map((_, index) => index + 1),
  );
  assert.ok(events.every(({ invocation, function: name }) => invocation === "order-1" && name === "order"));
});

test("secrets that a rule names are in no event and no recording", async (t) => {
  const { directory } = await record(t, "mixed.js", "everything", {
    event: { password: "correct horse", nested: [{ Password: "battery staple" }], copy: "say correct horse" },
    environment: { APLOMB_REDACT: "password,/tok_[a-z]+/", TOKEN: "tok_abcdef" },
  });
  for (const name of fs.readdirSync(directory)) {
    const text = fs.readFileSync(path.join(directory, name), "utf8");
    for (const secret of ["correct horse", "correct%20horse", "battery staple", "tok_abcdef"]) {
      assert.ok(!text.includes(secret), `${name} has ${secret}`);
    }
    const decoded = text.replace(/"base64":"([^"]*)"/g, (_, bytes) => Buffer.from(bytes, "base64").toString());
    assert.ok(!decoded.includes("correct horse") && !decoded.includes("battery staple"), name);
  }
});

test("a secret in an address is hidden, and the invocation replays", async (t) => {
  const { file, directory } = await record(t, "mixed.js", "secretInUrl", {
    event: { password: "correct horse" },
    environment: { APLOMB_REDACT: "password" },
  });
  for (const name of fs.readdirSync(directory)) {
    assert.doesNotMatch(fs.readFileSync(path.join(directory, name), "utf8"), /correct(.|%20)horse/, name);
  }
  const { verdict, differences } = await replay(file);
  assert.deepEqual(differences, []);
  assert.equal(verdict, "same");
});

test("without a place to record to, the application is left alone", async (t) => {
  const WEB = await web(t);
  const { result } = await invoke("edited.js", "order", { event: { article: "tea" }, environment: { WEB } });
  assert.deepEqual(result, { placed: "/stock/tea" });
});

test("a difference is told with the call, what was recorded, and the line", async (t) => {
  const { file } = await record(t, "edited.js", "order", { event: { article: "tea" } });
  const root = folder(t);
  const source = fs.readFileSync(path.join(APPLICATIONS, "edited.js"), "utf8");
  fs.writeFileSync(path.join(root, "edited.js"), source.replace("/orders", "/shipments"));

  const strict = await replay(file, { APLOMB_PLAY_ROOT: root });
  assert.equal(strict.verdict, "differs");
  const [difference] = strict.differences;
  assert.match(difference.expected.name, /POST .*\/orders$/);
  assert.match(difference.actual.name, /POST .*\/shipments$/);
  assert.deepEqual(difference.at, { file: "edited.js", line: 5 });
});

test("edited code goes on as long as there are answers, and every difference is told", async (t) => {
  const { file } = await record(t, "edited.js", "order", { event: { article: "tea" } });
  const root = folder(t);
  const source = fs.readFileSync(path.join(APPLICATIONS, "edited.js"), "utf8");
  fs.writeFileSync(
    path.join(root, "edited.js"),
    source.replace("{ path, at: Date.now() }", "{ path, amount: 1 }").replace("placed: path", "done: path"),
  );
  const { verdict, differences } = await replay(file, { APLOMB_PLAY_ROOT: root, APLOMB_PLAY_LENIENT: "1" });
  assert.equal(verdict, "differs");
  assert.deepEqual(
    differences.map(({ what }) => what),
    ["a call with another request", "another outcome"],
  );
});

test("a handler that waits for ever is told, also when it makes fewer calls than it did", async (t) => {
  const { file } = await record(t, "edited.js", "order", { event: { article: "tea" } });
  const source = fs.readFileSync(path.join(APPLICATIONS, "edited.js"), "utf8");
  const edits = {
    "the handler did not end": source.replace(/return \{ placed/, "await new Promise(() => {}); $&"),
    "a recorded call did not happen": source.replace(/async \([^)]*\) => \{/, "$& await new Promise(() => {});"),
  };
  for (const [what, edited] of Object.entries(edits)) {
    assert.notEqual(edited, source);
    const root = folder(t);
    fs.writeFileSync(path.join(root, "edited.js"), edited);
    const { verdict, differences } = await replay(file, { APLOMB_PLAY_ROOT: root });
    assert.deepEqual([verdict, differences[0].what], ["differs", what]);
    const lenient = await replay(file, { APLOMB_PLAY_ROOT: root, APLOMB_PLAY_LENIENT: "1" });
    assert.deepEqual([lenient.verdict, lenient.differences.at(-1).what], ["differs", "the handler did not end"]);
  }
});
