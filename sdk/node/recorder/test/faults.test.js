// Whatever happens to the collector, the disk or the recorder's own thread: the
// application does what it does without a recorder, and waits no longer than
// the deadline allows. No test reads a clock for that: where there is a deadline to keep,
// the collector would keep a recorder without one for ever, or its connection says who
// was first.
"use strict";
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const net = require("node:net");
const path = require("node:path");
const test = require("node:test");
const { read } = require("../lib/recording");
const { PACKAGE, PATIENT, folder, invoke, recordings, web } = require("./support");

const HASTY = { APLOMB_FLUSH_MS: "200" };
// The platform freezes the process after the answer, so the recorder waits for
// its flush; elsewhere a thread writes.
const MODES = { "on the platform": { AWS_LAMBDA_RUNTIME_API: "127.0.0.1:1" }, "with a thread": {} };

async function order(t, environment) {
  const WEB = await web(t);
  const { result } = await invoke("edited.js", "order", { event: { article: "tea" }, environment: { WEB, ...environment } });
  assert.deepEqual(result, { placed: "/stock/tea" });
}

/** A server that does this to every connection; its address. */
async function connections(t, treat) {
  const open = new Set();
  const server = net.createServer((socket) => {
    open.add(socket.on("error", () => {}));
    treat(socket);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

/** Promises an answer again and again. */
function promising(socket) {
  const again = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 50);
  socket.on("close", () => clearInterval(again));
}

const COLLECTORS = {
  down: () => "http://127.0.0.1:1",
  "not an address": () => "not a url",
  "an unknown host": () => "http://nowhere.invalid/",
  "refusing with 401": (t) => web(t, (_request, response) => response.writeHead(401).end()),
  "refusing with 413": (t) => web(t, (_request, response) => response.writeHead(413).end()),
  "failing with 500": (t) => web(t, (_request, response) => response.writeHead(500).end()),
  "busy with 429": (t) => web(t, (_request, response) => response.writeHead(429).end()),
  "answering nonsense": (t) => connections(t, (socket) => socket.end("nonsense")),
  "resetting connections": (t) => connections(t, (socket) => socket.resetAndDestroy()),
  "accepting and never answering": (t) => connections(t, () => {}),
  "promising an answer for ever": (t) => connections(t, promising),
  "never ending its answer": (t) =>
    connections(t, (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf")),
};

for (const [mode, platform] of Object.entries(MODES)) {
  for (const [name, address] of Object.entries(COLLECTORS)) {
    test(`a collector that is ${name}, ${mode}: the same answer, and an end`, async (t) => {
      await order(t, { ...platform, ...HASTY, APLOMB_ENDPOINT: await address(t) });
    });
  }

  test(`a collector gets the events and the recording, ${mode}`, async (t) => {
    const got = [];
    const collector = await web(t, (request, response, body) => {
      got.push({ path: request.url, authorization: request.headers.authorization, body });
      response.end("{}");
    });
    await order(t, { ...platform, APLOMB_ENDPOINT: collector, APLOMB_TOKEN: "of-the-collector" });
    assert.deepEqual(got.map((one) => one.path).sort(), ["/v1/events", "/v1/recordings/order-1"]);
    assert.ok(got.every(({ body }) => body.endsWith("\n")));
    assert.ok(got.every(({ authorization }) => authorization === "Bearer of-the-collector"));
  });

  test(`a folder that cannot be written, ${mode}`, async (t) => {
    const place = folder(t);
    fs.writeFileSync(path.join(place, "file"), "");
    await order(t, { ...platform, APLOMB_DIRECTORY: path.join(place, "file", "below") });
  });

  test(`a full disk, ${mode}: the same answer, and no recording that is half there`, async (t) => {
    if (!fs.existsSync("/dev/full")) return t.skip("there is no /dev/full");
    const directory = folder(t);
    // What a full disk says: no space left on device.
    fs.symlinkSync("/dev/full", path.join(directory, "order-1.recording.part"));
    fs.symlinkSync("/dev/full", path.join(directory, "events.ndjson"));
    await order(t, { ...platform, APLOMB_DIRECTORY: directory });
    return assert.deepEqual(recordings(directory), []);
  });
}

test("a collector that fails once gets everything later, without another invocation", async (t) => {
  const got = [];
  let asked = 0;
  const all = new Promise((resolve) =>
    web(t, (request, response) => {
      asked += 1;
      if (asked === 1) return response.writeHead(503).end();
      if (got.push(request.url) === 2) resolve();
      return response.end("{}");
    }).then((endpoint) => serving(t, `${INVOKE} invoke(1).then(() => setTimeout(() => {}, 200_000))`, { APLOMB_ENDPOINT: endpoint })),
  );
  await all;
  assert.deepEqual(got.sort(), ["/v1/events", "/v1/recordings/many-0"]);
});

/** A process with the recorder that serves invocations and does what the test wants. */
function serving(t, script, environment) {
  const child = spawn(process.execPath, ["--require", path.join(PACKAGE, "register.js"), "-e", script], {
    env: {
      PATH: process.env.PATH,
      APLOMB_ROOT: __dirname,
      APLOMB_HANDLERS: "applications/many.handler",
      ...PATIENT,
      ...environment,
    },
    cwd: __dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  return new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal, text })));
}

const INVOKE = `
  const { handler } = require("./applications/many.js");
  const invoke = async (count, first = 0) => {
    for (let i = 0; i < count; i += 1) await handler({ n: first + i }, { awsRequestId: "many-" + (first + i) });
  };
`;

function whole(directory) {
  const files = recordings(directory);
  for (const file of files) read(fs.readFileSync(file, "utf8"));
  return files.length;
}

test("a process that exits while its thread writes leaves everything behind that it recorded", async (t) => {
  const directory = folder(t);
  const { code } = await serving(t, `${INVOKE} invoke(40).then(() => process.exit(3))`, { APLOMB_DIRECTORY: directory });
  assert.equal(code, 3);
  assert.equal(whole(directory), 40);
});

for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) {
  test(`${signal} ends the process as without a recorder, after what was recorded is written`, async (t) => {
    const directory = folder(t);
    const script = `${INVOKE} invoke(10).then(() => { process.kill(process.pid, "${signal}"); setTimeout(() => {}, 200_000); })`;
    const ended = await serving(t, script, { APLOMB_DIRECTORY: directory });
    assert.equal(ended.signal, signal);
    assert.equal(whole(directory), 10);
  });
}

test("an application that listens to a signal itself decides what happens", async (t) => {
  const directory = folder(t);
  const script = `${INVOKE}
    process.once("SIGTERM", () => invoke(1, 100).then(() => process.exit(process.listenerCount("SIGTERM") + 4)));
    invoke(2).then(() => { process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 200_000); })`;
  const { code } = await serving(t, script, { APLOMB_DIRECTORY: directory });
  assert.equal(code, 4);
  assert.equal(whole(directory), 3);
});

test("a signal while the collector is silent: the process ends before the collector is given up", async (t) => {
  // A recorder gives up a connection that is silent for five seconds, and opens another one.
  let opened = 0;
  const silent = await connections(t, () => (opened += 1));
  const script = `${INVOKE} invoke(5).then(() => process.kill(process.pid, "SIGTERM")); setTimeout(() => {}, 200_000)`;
  const { signal } = await serving(t, script, { ...HASTY, APLOMB_ENDPOINT: silent });
  assert.equal(signal, "SIGTERM");
  assert.ok(opened <= 1, `${opened} connections`);
});

test("a thread that dies: the application goes on, and another thread records what follows", async (t) => {
  const directory = folder(t);
  // The thread is the only worker: it ends whenever the test says so.
  const script = `
    const threads = require("node:worker_threads");
    const workers = [];
    threads.Worker = class extends threads.Worker { constructor(...args) { super(...args); workers.push(this); } };
    ${INVOKE}
    const pause = (ms) => new Promise((go) => setTimeout(go, ms));
    (async () => {
      await invoke(1);
      while (workers.length === 0) await pause(10);
      await workers[0].terminate();
      await invoke(3, 10);
      while (workers.length === 1) await pause(10);
      console.log("answered");
      process.exit(0);
    })();`;
  const { code, text } = await serving(t, script, { APLOMB_DIRECTORY: directory });
  assert.deepEqual([code, text], [0, "answered\n"]);
  const names = recordings(directory).map((file) => path.basename(file));
  for (const n of [10, 11, 12]) assert.ok(names.includes(`many-${n}.recording`), names.join(" "));
});

test("a thread that cannot be started: the application goes on without recordings", async (t) => {
  const script = `
    require("node:worker_threads").Worker = class { constructor() { throw new Error("no more threads"); } };
    ${INVOKE} invoke(5).then(() => new Promise((go) => setTimeout(go, 100))).then(() => console.log("answered"));`;
  const { code, text } = await serving(t, script, { APLOMB_DIRECTORY: folder(t) });
  assert.deepEqual([code, text], [0, "answered\n"]);
});

test("memory is bounded: what a silent collector does not take is dropped", async (t) => {
  const silent = await connections(t, () => {});
  const script = `${INVOKE}
    (async () => {
      await invoke(300);
      await new Promise((go) => setTimeout(go, 50));
      console.log(process.memoryUsage().rss < 400e6 ? "bounded" : process.memoryUsage().rss);
      process.exit(0);
    })();`;
  const environment = { APLOMB_ENDPOINT: silent, APLOMB_QUEUE_LIMIT: String(2 ** 20), BULK: String(2 ** 18) };
  const { text } = await serving(t, script, environment);
  assert.equal(text, "bounded\n");
});

test("values that throw when they are read throw into nobody, and the recording says so", async (t) => {
  const directory = folder(t);
  const script = `
    const { odd } = require("./applications/many.js");
    odd({ get trap() { throw new Error("do not touch"); } }, { awsRequestId: "odd-1" })
      .then((result) => console.log(result), (error) => console.log("threw " + error.message));`;
  const environment = { APLOMB_DIRECTORY: directory, APLOMB_HANDLERS: "applications/many.odd" };
  const { text } = await serving(t, script, environment);
  assert.equal(text, "fine\n");
  const [file] = recordings(directory);
  assert.match(read(fs.readFileSync(file, "utf8")).head.incomplete, /throws when it is read/);
});
