"use strict";
// Attempts are killed and stopped at every point, and other functions run meanwhile:
// what is protected happens once, and controls, which are not, show that it matters.
// A sample; APLOMB_CRASHES=300 makes it hundreds of requests.

const assert = require("node:assert/strict");
const { execFile } = require("node:child_process");
const path = require("node:path");
const { test } = require("node:test");

function run(...options) {
  return new Promise((resolve, reject) => {
    const script = path.join(__dirname, "crash", "run.js");
    const env = { ...process.env, NODE_NO_WARNINGS: "1" };
    execFile(process.execPath, [script, ...options], { env, maxBuffer: 1 << 26 }, (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout))));
  });
}

const requests = (sample) => ["--requests", process.env.APLOMB_CRASHES ?? String(sample)];
const interruptions = ({ random, lost, unheard, late, stopped, deaf }) => random + lost + unheard + late + stopped + deaf;

const PROTECTED = {
  dynamodb: [],
  postgres: ["--points", "0,1,2,3,4,5,6,7"],
  // An attempt that is stopped within a transaction holds its locks, so no retry can overtake it.
  mariadb: ["--points", "0,1,2,3,4,5,6,7,8,9,10,11", "--kinds", "lost,unheard"],
  redis: ["--points", "0,1,2,3"],
};
for (const [shop, options] of Object.entries(PROTECTED)) {
  test(`${shop}: every request happens once`, async (t) => {
    const result = await run("--shop", shop, ...requests(shop === "dynamodb" ? 12 : 4), ...options);
    t.diagnostic(JSON.stringify(result));
    assert.deepEqual(result.violations, []);
    assert.ok(interruptions(result) > result.requests / 2, JSON.stringify(result));
  });
}

const CONTROLS = {
  raw: ["--requests", "6", "--points", "1,2,3", "--kinds", "unheard,deaf"],
  "price not kept": ["--requests", "6", "--points", "2,4", "--kinds", "unheard,deaf"],
  "conditional in the item": ["--requests", "8", "--points", "4", "--kinds", "unheard,deaf", "--lanes", "1"],
};
for (const [handler, options] of Object.entries(CONTROLS)) {
  test(`a control that must fail: ${handler}`, async (t) => {
    const result = await run("--handler", handler, ...options);
    t.diagnostic(JSON.stringify(result));
    assert.notDeepEqual(result.violations, []);
  });
}
