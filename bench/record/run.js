// What recording costs: see README.md.
"use strict";
const { fork, spawn } = require("node:child_process");
const crypto = require("node:crypto");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");
const readline = require("node:readline");
const { parseArgs } = require("node:util");

const ROOT = path.join(__dirname, "..", "..");
const SDK = path.join(ROOT, "sdk");
const MODULES = path.join(SDK, "node", "node_modules");
const WARM_UP = 200;
const COLD_STARTS = 10;
const TABLE = "articles";
const SECRET = "not so secret";
const USER = "jake";

const LANGUAGES = {
  node: {
    command: [process.execPath, path.join(__dirname, "server.js")],
    recorder: (environment) => ({
      ...environment,
      NODE_OPTIONS: `--require ${path.join(SDK, "node", "recorder", "register.js")}`,
    }),
  },
  python: {
    command: [process.env.PYTHON ?? path.join(SDK, "python", ".venv", "bin", "python"), path.join(__dirname, "server.py")],
    recorder: (environment) => ({
      ...environment,
      PYTHONPATH: path.join(SDK, "python", "aplomb", "recorder", "load"),
    }),
  },
};

/** A process that serves the handler. */
class Application {
  #process;
  #port;
  #agent = new http.Agent({ keepAlive: true });

  constructor({ command: [program, ...args], recorder }, environment, recordings) {
    const recorded = recordings && {
      ...recorder(environment),
      APLOMB_DIRECTORY: recordings,
      APLOMB_ROOT: __dirname,
      APLOMB_HANDLERS: "articles.create",
    };
    this.#process = spawn(program, args, { env: recorded ?? environment, stdio: ["pipe", "pipe", "inherit"] });
    this.#port = new Promise((resolve) =>
      readline.createInterface({ input: this.#process.stdout }).once("line", (line) => resolve(Number(line))),
    );
  }

  /** Milliseconds of a request, of the handler in it, and of the processor so far. */
  async invoke() {
    const options = { host: "127.0.0.1", port: await this.#port, method: "POST", agent: this.#agent };
    const body = JSON.stringify(event());
    const began = performance.now();
    const [handler, processor, status] = await new Promise((resolve, reject) => {
      const request = http.request({ ...options, headers: { "content-length": Buffer.byteLength(body) } }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk)).on("end", () => resolve(JSON.parse(text)));
      });
      request.on("error", reject).end(body);
    });
    if (status !== 200) throw new Error(`the handler answered ${status}`);
    return { request: performance.now() - began, handler, processor };
  }

  end() {
    this.#process.stdin.end();
    this.#agent.destroy();
    return new Promise((resolve) => this.#process.on("close", resolve));
  }
}

function event() {
  const signed = crypto.createHmac("sha256", SECRET).update(USER).digest("hex");
  const article = { title: "How to keep your aplomb", text: "Breathe. ".repeat(60), tags: ["calm", "composure"] };
  return {
    headers: { authorization: `${USER}:${signed}`, "content-type": "application/json", host: "localhost" },
    httpMethod: "POST",
    path: "/articles",
    body: JSON.stringify(article),
  };
}

/** dynalite in a process of its own, with the table and the user; its address. */
async function database() {
  const child = fork(__filename, ["--database"], {
    env: { ...process.env, NODE_PATH: MODULES, AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE: "1" },
  });
  const port = await new Promise((resolve) => child.once("message", resolve));
  return { address: `http://127.0.0.1:${port}`, end: () => child.kill() };
}

function serveDatabase() {
  const { DynamoDB } = require("aws-sdk");
  const server = require("dynalite")({ createTableMs: 0 });
  server.listen(0, "127.0.0.1", async () => {
    const { port } = server.address();
    const options = { endpoint: `http://127.0.0.1:${port}`, region: "eu-west-1", accessKeyId: "k", secretAccessKey: "s" };
    await new DynamoDB(options)
      .createTable({
        TableName: TABLE,
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
        BillingMode: "PAY_PER_REQUEST",
      })
      .promise();
    await new DynamoDB.DocumentClient(options)
      .put({ TableName: TABLE, Item: { id: USER, bio: "I keep calm", image: "jake.png" } })
      .promise();
    process.send(port);
  });
}

async function sideBySide(language, environment, recordings, invocations) {
  const sides = [new Application(language, environment), new Application(language, environment, recordings)];
  const [requests, handlers, processors] = [[[], []], [[], []], [0, 0]];
  for (let i = 0; i < WARM_UP + invocations; i += 1) {
    for (const side of Math.random() < 0.5 ? [0, 1] : [1, 0]) {
      const { request, handler, processor } = await sides[side].invoke();
      if (i === WARM_UP - 1) processors[side] = -processor;
      if (i === WARM_UP + invocations - 1) processors[side] += processor;
      if (i < WARM_UP) continue;
      requests[side].push(request);
      handlers[side].push(handler);
    }
  }
  await Promise.all(sides.map((side) => side.end()));
  return {
    ...figures("request", requests),
    ...figures("handler", handlers),
    processor: processors.map((sum) => sum / invocations),
  };
}

function figures(what, times) {
  const at = (share) => (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)];
  const mean = (list) => list.reduce((sum, item) => sum + item, 0) / list.length;
  return {
    [`${what} mean`]: times.map(mean),
    [`${what} p25`]: times.map(at(0.25)),
    [`${what} p50`]: times.map(at(0.5)),
    [`${what} p99`]: times.map(at(0.99)),
  };
}

async function coldStarts(language, environment, recordings) {
  const times = [[], []];
  for (let i = 0; i < COLD_STARTS; i += 1) {
    for (const side of [0, 1]) {
      const began = performance.now();
      const application = new Application(language, environment, side === 1 ? recordings : undefined);
      await application.invoke();
      times[side].push(performance.now() - began);
      await application.end();
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[COLD_STARTS / 2]);
}

async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { invocations: { type: "string", default: "2000" } },
  });
  const [name = "node"] = positionals;
  const language = LANGUAGES[name];
  if (!language) throw new Error(`${name}: the languages are ${Object.keys(LANGUAGES).join(" and ")}`);
  const { address, end } = await database();
  const recordings = fs.mkdtempSync(path.join(os.tmpdir(), "aplomb-bench-"));
  const environment = {
    PATH: process.env.PATH,
    NODE_PATH: MODULES,
    AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE: "1",
    AWS_ACCESS_KEY_ID: "k",
    AWS_SECRET_ACCESS_KEY: "s",
    DYNAMODB: address,
    TABLE,
    SECRET,
  };
  try {
    const found = await sideBySide(language, environment, recordings, Number(values.invocations));
    found["cold start"] = await coldStarts(language, environment, recordings);
    console.log(`${name}, ${values.invocations} invocations each, load average ${os.loadavg()[0].toFixed(1)}`);
    console.log("              without     with");
    for (const [what, [without, recorded]] of Object.entries(found)) {
      const change = `${recorded >= without ? "+" : ""}${((recorded / without - 1) * 100).toFixed(1)} %`;
      console.log(`${what.padEnd(12)} ${without.toFixed(3).padStart(8)} ${recorded.toFixed(3).padStart(8)}  ${change}`);
    }
  } finally {
    end();
    fs.rmSync(recordings, { recursive: true, force: true });
  }
}

if (process.argv[2] === "--database") serveDatabase();
else main();
