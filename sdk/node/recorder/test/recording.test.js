// Recordings that were cut or changed anywhere are refused, with the reason.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { read, write: writeLines, loadingLines } = require("../lib/recording");
const { folder, replay } = require("./support");

const recording = {
  head: { id: "1", root: "/nowhere", handler: { file: "/nowhere/a.js", export: "handler" }, environment: {} },
  loading: [["value", "clock", "Date.now", null, 1]],
  entries: [["call", 1, "aws", "dynamodb.get", { text: "ä\n\u2028" }], ["done", 1, {}]],
  outcome: { result: "é" },
};

const write = (recorded) => writeLines({ ...recorded, loading: loadingLines(recorded.loading) });

test("what is written is read", () => {
  assert.deepEqual(read(write(recording)), recording);
});

test("a recording that is cut short anywhere is refused", () => {
  const text = write(recording);
  for (let length = 0; length < text.length - 1; length += 1) {
    assert.throws(() => read(text.slice(0, length)), /recording/, `cut to ${length}`);
  }
});

test("a recording that was changed anywhere is refused", () => {
  const text = write(recording);
  for (let position = 0; position < text.length; position += 1) {
    const changed = text.slice(0, position) + (text[position] === "x" ? "y" : "x") + text.slice(position + 1);
    assert.throws(() => read(changed), Error, `changed at ${position}`);
  }
});

test("the player says what is wrong with a file", async (t) => {
  const directory = folder(t);
  const file = path.join(directory, "a.recording");
  fs.writeFileSync(file, write(recording).slice(0, -20));
  const { verdict, reason } = await replay(file);
  assert.equal(verdict, "refused");
  assert.match(reason, /a\.recording: the recording is /);
  assert.match((await replay(path.join(directory, "b"))).reason, /cannot be read/);
});
