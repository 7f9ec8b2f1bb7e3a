// Who comes first? Sources of asynchronous work that run against each other, so that a
// replay which leaves one of them to its own clock gives another order now and then.
import crypto from "node:crypto";
import { EventEmitter, once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { setInterval as every, setTimeout as wait, scheduler } from "node:timers/promises";
import { promisify } from "node:util";
import zlib from "node:zlib";

const { WEB } = process.env;
const tick = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));

/** Runs the contestants against timers and requests, several times; the order of all that ended. */
async function race(contestants) {
  const order = [];
  for (let round = 0; round < 4; round += 1) {
    const note = (name) => () => order.push(`${name} ${round}`);
    await Promise.all([
      ...[0, 1, 2, 3].map((delay) => tick(delay).then(note(`timer ${delay}`))),
      fetch(`${WEB}/${round}`).then(note("fetch")),
      ...Object.entries(contestants).map(([name, run]) => run(round).then(note(name), note(`${name} failed`))),
    ]);
  }
  return order;
}

export const schedulers = () => race({ wait: (round) => scheduler.wait(round), yield: () => scheduler.yield() });

export const repeated = () =>
  race({
    async interval(round) {
      let count = 0;
      for await (const value of every(1 + (round % 2), "x")) if (value !== "x" || ++count === 3) return;
    },
  });

export const digests = () =>
  race({
    digest: () => globalThis.crypto.subtle.digest("SHA-256", Buffer.alloc(400_000)),
    async key() {
      const key = await globalThis.crypto.subtle.importKey("raw", Buffer.from("key"), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      await globalThis.crypto.subtle.sign("HMAC", key, Buffer.alloc(100_000));
    },
  });

const swallow = () => new Writable({ write: (_chunk, _encoding, done) => done() });

export const compressing = () =>
  race({
    gzip: () => pipeline(Readable.from([Buffer.alloc(200_000, "x"), Buffer.alloc(10)]), zlib.createGzip(), swallow()),
    brotli: () => pipeline(Readable.from([Buffer.alloc(20_000, "y")]), zlib.createBrotliCompress(), swallow()),
  });

export const scratch = async () => {
  const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), "race-"));
  const order = await race({
    write: (round) => fs.promises.writeFile(path.join(folder, String(round)), "text"),
    folder: (round) => promisify(fs.mkdir)(path.join(folder, `below ${round}`)),
    missing: () => fs.promises.unlink(path.join(folder, "nothing")),
  });
  const text = fs.readFileSync(path.join(folder, "1"), "utf8");
  fs.rmSync(folder, { recursive: true });
  return { folder, order, text, gone: fs.existsSync(folder) };
};

function post(address, source) {
  const request = http.request(address, { method: "POST" });
  const answer = once(request, "response").then(([response]) => finished(response.resume()));
  return { answer, sent: pipeline(source, request) };
}

export const sending = () =>
  race({
    sent: (round) => {
      const { answer, sent } = post(`${WEB}/sent`, Readable.from(["a", String(round)]));
      return Promise.all([sent, answer]);
    },
    closed: (round) => {
      const request = http.get(`${WEB}/closed/${round}`, (response) => response.resume());
      return once(request, "close");
    },
  });

export const late = async () => {
  const seen = [];
  const request = http.get(`${WEB}/slow`, { timeout: 15 });
  request.on("timeout", () => {
    seen.push("timeout", Date.now());
    request.destroy(new Error("too slow"));
  });
  await Promise.all([once(request, "response").catch((error) => seen.push(error.message)), tick(15).then(() => seen.push("timer"))]);
  return seen;
};

export const signals = async () => {
  const seen = [];
  const controller = new AbortController();
  const either = AbortSignal.any([AbortSignal.timeout(8), controller.signal]);
  const asked = (name, promise) => promise.then(() => seen.push(`${name} ended`), (error) => seen.push([name, error.name, error.code]));
  await Promise.all([
    asked("fetch", fetch(`${WEB}/slow`, { signal: either })),
    asked("wait", wait(5000, "value", { signal: either })),
    asked("once", once(new EventEmitter(), "never", { signal: either })),
    asked("timer", tick(8)),
    asked("interval", (async () => { for await (const _ of every(3, null, { signal: either })) seen.push("beat"); })()),
  ]);
  controller.abort();
  seen.push(await wait(1, "value", { signal: controller.signal }).catch((error) => [error.name, error.code, error.cause?.name]));
  seen.push(await scheduler.wait(1, { signal: AbortSignal.abort() }).catch((error) => error.name));
  return seen;
};

export const handles = async () => {
  const seen = [];
  const kept = setTimeout(() => seen.push("kept"), 3);
  seen.push(kept.hasRef(), kept.unref() === kept, kept.hasRef(), kept.ref().hasRef());
  const often = setTimeout(() => {
    seen.push("again");
    if (seen.filter((one) => one === "again").length < 3) often.refresh();
  }, 1);
  const pushed = setTimeout(() => seen.push("pushed"), 2);
  pushed.refresh();
  const closed = setTimeout(() => seen.push("closed"), 1);
  closed.close();
  const byNumber = setTimeout(() => seen.push("cleared by its number"), 1);
  clearTimeout(Number(byNumber));
  const beat = setInterval(() => seen.push("beat"), 2).unref();
  seen.push(beat.hasRef());
  const soon = setImmediate(() => seen.push("immediate"));
  seen.push(soon.hasRef(), soon.unref().hasRef());
  soon.ref();
  await Promise.all([tick(12), tick(6).then(() => clearInterval(beat))]);
  return seen;
};

export const marks = async () => {
  const first = performance.mark("first");
  await tick(2);
  const { duration, startTime } = performance.measure("all", "first");
  const { idle, active } = performance.eventLoopUtilization();
  return [first.startTime, startTime, duration, idle, active, structuredClone({ at: new Date() }).at.getTime()];
};

export const signatures = async () => {
  const key = crypto.createPrivateKey(process.env.EC_KEY);
  const subtle = await globalThis.crypto.subtle.importKey("jwk", key.export({ format: "jwk" }), { name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
  const web = await globalThis.crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, subtle, Buffer.from("text"));
  const later = await promisify(crypto.sign)("sha256", Buffer.from("text"), key);
  return [
    crypto.sign("sha256", Buffer.from("text"), key).toString("hex"),
    crypto.createSign("sha256").update("text").sign(key, "base64"),
    Buffer.from(web).toString("hex"),
    web instanceof ArrayBuffer,
    later.toString("hex"),
  ];
};

export const channel = async () => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage("over there");
  const [{ data }] = await once(port2, "message");
  port1.close();
  return data;
};

export const watched = async () => {
  const watcher = fs.watch(os.tmpdir());
  await tick(1);
  watcher.close();
  return "watched";
};
