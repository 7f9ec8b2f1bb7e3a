"use strict";
// What `aplomb fix` has patched is executed, killed and retried: a sample of the functions of
// the examples. `node fixed/run.js` executes all of them.

const assert = require("node:assert/strict");
const { execFile } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { NOT_EXECUTED, SCENARIOS } = require("./fixed/scenarios");

const OUTCOMES = path.join(__dirname, "../../../../crates/fix/tests/outcomes.txt");

function run(...options) {
  return new Promise((resolve, reject) => {
    const script = path.join(__dirname, "fixed", "run.js");
    execFile(process.execPath, [script, ...options], { maxBuffer: 1 << 26 }, (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout))));
  });
}

test("patched functions happen once, and their originals do not", async (t) => {
  const { runs, kills, functions } = await run("--only", "15-read-check-then-put.js,28-mail-then-mark.js,hotel,save", "--random", "1");
  t.diagnostic(`${functions.length} functions, ${runs} runs, ${kills} kills`);
  assert.equal(functions.length, 5);
  for (const { application, name, failed, violations, control } of functions) {
    assert.equal(failed, undefined, `${application} ${name}`);
    assert.deepEqual(violations, [], `${application} ${name}`);
    assert.ok(control.length > 0 && control.every((count) => count > 0), `the original of ${application} ${name} does not fail`);
  }
});

test("every function that is fixed is executed, or has a reason", () => {
  const lines = fs.readFileSync(OUTCOMES, "utf8").matchAll(/^(\S+) (\S+) \([\w-]+\): \+/gm);
  const missing = [...lines].filter(([, application, name]) => !SCENARIOS[application]?.requests[name] && !NOT_EXECUTED[`${application} ${name}`]);
  assert.deepEqual(missing.map(([line]) => line), []);
});
