// Random programs over the recorded functions, with promises and timers that
// run side by side: a replay must give the same result in the same order.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { PACKAGE, folder, node, recordings, web } = require("./support");

const PROGRAMS = Number(process.env.APLOMB_RANDOM_PROGRAMS ?? 60);
const SEED = Number(process.env.APLOMB_RANDOM_SEED ?? 1);

function generator(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return state % below;
  };
}

/** A statement of an async function with a list `log`; `depth` bounds the nesting. */
function statement(random, depth) {
  const inner = () => block(random, depth - 1);
  const simple = [
    () => `log.push(Date.now());`,
    () => `log.push(Math.random());`,
    () => `log.push(crypto.randomUUID());`,
    () => `log.push(new Date().toISOString());`,
    () => `log.push(crypto.randomBytes(3).toString("hex"));`,
    () => `await tick(${random(4)}); log.push("t${random(1000)}");`,
    () => `await new Promise((go) => setImmediate(go)); log.push("i${random(1000)}");`,
    () => `await null; log.push("m${random(1000)}");`,
    () => `log.push((await (await fetch(WEB + "/${random(50)}")).json()).number);`,
    () => `log.push(await get("/${random(50)}"));`,
    () => `process.nextTick(() => log.push("n${random(1000)}"));`,
    () => `log.push(await new Promise((go) => crypto.randomBytes(2, (e, b) => go(b.toString("hex")))));`,
    () => `log.push(fs.readFileSync("/etc/hostname", "utf8").length);`,
    () => `log.push((await fs.promises.readFile("/etc/hostname")).length);`,
    () => `{ const timer = setTimeout(() => log.push("cleared"), ${random(3)}); await tick(${random(3)}); clearTimeout(timer); }`,
    () => `await scheduler.wait(${random(3)}); log.push("s${random(1000)}");`,
    () => `await scheduler.yield(); log.push("y${random(1000)}");`,
    () => `log.push((await crypto.subtle.digest("SHA-256", Buffer.alloc(${1 + random(9)}0000))).byteLength);`,
    () => `log.push((await gzip(Buffer.alloc(${1 + random(9)}000))).length);`,
    () => `log.push((await pipe(Readable.from([Buffer.alloc(${1 + random(9)}000)]), zlib.createGzip())).length);`,
    () => `await fs.promises.writeFile(SCRATCH, "x"); log.push("w${random(1000)}");`,
    () => `for await (const n of every(1, ${random(100)})) { log.push(n); if (Math.random() < 0.5) break; }`,
    () => `{ let n = 0; await new Promise((go) => { const timer = setTimeout(() => (++n < 3 ? timer.refresh() : go()), ${random(3)}); }); log.push("r"); }`,
    () => `log.push(await wait(${random(6)}, "in time", { signal: AbortSignal.timeout(${1 + random(4)}) }).catch((error) => error.name));`,
    () => `log.push((await once(http.get(WEB + "/${random(50)}", (r) => r.resume()), "close")).length);`,
    () => `{ let n = 0; await new Promise((go) => { const timer = setInterval(() => { log.push("v" + n); if (++n === 2) { clearInterval(timer); go(); } }, ${1 + random(2)}); }); }`,
  ];
  const nested = [
    () => `await Promise.all([${[inner(), inner(), inner()].map((body) => `(async () => {${body}})()`).join(", ")}]);`,
    () => `await Promise.race([(async () => {${inner()}})(), (async () => {${inner()}})()]);`,
    () => `try { ${inner()} if (Math.random() < 0.5) throw new Error("e"); } catch (error) { log.push(error.message); ${inner()} }`,
    () => `if (Math.random() < 0.5) {${inner()}} else {${inner()}}`,
    () => `for (let i = 0; i < 2; i += 1) {${inner()}}`,
  ];
  const choices = depth > 0 ? [...simple, ...nested, ...nested] : simple;
  return choices[random(choices.length)]();
}

function block(random, depth) {
  return Array.from({ length: 1 + random(3) }, () => statement(random, depth)).join(" ");
}

function application() {
  const random = generator(SEED);
  const lines = [
    `const crypto = require("node:crypto"); const fs = require("node:fs"); const http = require("node:http");`,
    `const { once } = require("node:events"); const { Readable } = require("node:stream"); const zlib = require("node:zlib");`,
    `const { setTimeout: wait, setInterval: every, scheduler } = require("node:timers/promises");`,
    `const gzip = require("node:util").promisify(zlib.gzip); const SCRATCH = process.env.SCRATCH;`,
    `const pipe = async (source, through) => { const parts = []; for await (const part of source.pipe(through)) parts.push(part); return Buffer.concat(parts); };`,
    `const WEB = process.env.WEB; const tick = (ms) => new Promise((go) => setTimeout(go, ms));`,
    `const get = (path) => new Promise((go, no) => http.get(WEB + path, (r) => { let s = ""; r.on("data", (c) => (s += c)).on("end", () => go(JSON.parse(s).number)); }).on("error", no));`,
  ];
  for (let i = 0; i < PROGRAMS; i += 1) {
    lines.push(`exports.program${i} = async () => { const log = []; ${block(random, 3)} return [...log]; };`);
  }
  return lines.join("\n");
}

test(`${PROGRAMS} random programs replay exactly`, { timeout: 300_000 + 5000 * PROGRAMS }, async (t) => {
  const root = folder(t);
  const directory = folder(t);
  const WEB = await web(t);
  fs.writeFileSync(path.join(root, "programs.js"), application());
  const handlers = Array.from({ length: PROGRAMS }, (_, i) => `programs.program${i}`).join(",");
  const recorded = await node(
    ["--require", path.join(PACKAGE, "register.js"), path.join(__dirname, "random", "record.js"), path.join(root, "programs.js")],
    { WEB, SCRATCH: path.join(folder(t), "scratch"), APLOMB_ROOT: root, APLOMB_DIRECTORY: directory, APLOMB_HANDLERS: handlers },
  );
  assert.equal(recorded.code, 0, recorded.stderr);
  assert.equal(recordings(directory).length, PROGRAMS);
  const played = await node([path.join(__dirname, "random", "play.js"), ...recordings(directory)], {});
  assert.equal(played.code, 0, `${played.stdout}${played.stderr}`);
  const answers = JSON.parse(played.stdout);
  assert.equal(answers.length, PROGRAMS);
  for (const answer of answers) {
    assert.equal(answer.verdict, "same", JSON.stringify(answer, null, 1));
  }
  const calls = answers.reduce((sum, { calls }) => sum + calls, 0);
  assert.ok(calls > 3 * PROGRAMS, `the programs did too little: ${calls} calls`);
});
