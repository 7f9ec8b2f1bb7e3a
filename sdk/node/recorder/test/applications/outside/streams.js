// Streams as bodies, aborted requests, agents that keep connections, compression.
"use strict";
const crypto = require("node:crypto");
const fs = require("node:fs");
const http = require("node:http");
const { Readable, pipeline } = require("node:stream");
const { promisify } = require("node:util");
const zlib = require("node:zlib");

const { WEB } = process.env;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

function post(path, source) {
  return new Promise((resolve, reject) => {
    const request = http.request(`${WEB}${path}`, { method: "POST", agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk)).on("end", () => resolve(JSON.parse(Buffer.concat(chunks))));
    });
    request.on("error", reject);
    source.pipe(request);
  });
}

exports.piped = async () => {
  const answers = await Promise.all([
    post("/one", Readable.from(["a", "b", String(Math.random())])),
    post("/two", Readable.from(["c"])),
  ]);
  return answers.map(({ path, body }) => [path, body]);
};

exports.uploads = async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("streamed"));
      controller.close();
    },
  });
  const streamed = await (await fetch(`${WEB}/stream`, { method: "POST", body, duplex: "half" })).json();
  const blob = await (await fetch(`${WEB}/blob`, { method: "POST", body: new Blob(["of a blob"]) })).json();
  const request = new Request(`${WEB}/request`, { method: "PUT", body: `at ${Date.now()}`, headers: { "x-a": "b" } });
  const asked = await (await fetch(request)).json();
  return [streamed.body, blob.body, asked.body];
};

exports.reads = async () => {
  const response = await fetch(`${WEB}/lines`);
  let text = "";
  for await (const chunk of response.body) text += Buffer.from(chunk).toString();
  const again = await fetch(`${WEB}/lines`);
  const copy = again.clone();
  return [JSON.parse(text).path, (await again.json()).path, (await copy.text()).length > 0, again.ok, again.headers.get("content-type")];
};

exports.aborted = async () => {
  const controller = new AbortController();
  const pending = fetch(`${WEB}/slow`, { signal: controller.signal }).then(
    () => "answered",
    (error) => [error.name, error instanceof DOMException, error.code],
  );
  setTimeout(() => controller.abort(), 20);
  return pending;
};

exports.timedOut = async () => {
  const seen = [];
  const signal = AbortSignal.timeout(20);
  signal.addEventListener("abort", () => seen.push(`aborted ${signal.reason.name}`));
  await fetch(`${WEB}/slow`, { signal }).catch((error) => seen.push(error.name));
  return seen;
};

exports.destroyed = () =>
  new Promise((resolve) => {
    const request = http.get(`${WEB}/slow`, { timeout: 20 });
    request.on("timeout", () => request.destroy(new Error("too slow")));
    request.on("error", (error) => resolve(error.message));
  });

exports.finishOrder = async () => {
  const order = [];
  const note = (name) => () => order.push(name);
  await Promise.all([
    promisify(crypto.pbkdf2)("a", "b", 20_000, 32, "sha256").then(note("pbkdf2")),
    promisify(crypto.scrypt)("a", "b", 32).then(note("scrypt")),
    promisify(zlib.gzip)(Buffer.alloc(300_000, Math.random().toString())).then(note("gzip")),
    fs.promises.readFile(__filename).then(note("file")),
    promisify(fs.readFile)(__filename).then(note("callback")),
    new Promise((go) => setTimeout(go, 3)).then(note("timer")),
    fetch(`${WEB}/a`).then(note("fetch")),
  ]);
  return order;
};

exports.fileStream = () =>
  new Promise((resolve, reject) => {
    let size = 0;
    const sink = new (require("node:stream").Writable)({ write: (chunk, _encoding, done) => ((size += chunk.length), done()) });
    pipeline(fs.createReadStream("/etc/passwd"), zlib.createGzip(), sink, (error) => (error ? reject(error) : resolve(size > 0)));
  });
