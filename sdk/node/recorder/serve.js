"use strict";
// Serves the HTTP functions of an application on this machine, as a gateway in
// front of them would: node serve.js DESCRIPTION. `aplomb dev` writes the
// description and starts it, with the recorder loaded. Each function runs in
// processes of its own (instance.js), one invocation at a time, as on the
// platform: what one leaves in memory another one does not see.
//
//   { "root": folder, "host": "127.0.0.1", "port": 3000, "timeout": seconds,
//     "functions": { name: { "file": path, "export": name } },
//     "python": { "interpreter": program, "path": [folders] },
//     "routes": [{ "method": "GET", "path": "/articles/{slug}", "function": name, "payload": "1.0" }] }

const { fork, spawn } = require("node:child_process");
const { randomUUID } = require("node:crypto");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
// What the gateway does is no part of any invocation.
const { apart } = require("./lib/invocation");

// Further requests wait until a process is free.
const MOST_INSTANCES = 8;
const LARGEST_BODY = 10 * 1024 * 1024;

const description = apart(() => JSON.parse(fs.readFileSync(process.argv[2], "utf8")));
const routes = description.routes.map((route) => ({ ...route, ...patternOf(route.path) }));
// Literal paths before those with parameters, long before short.
routes.sort((a, b) => a.parameters.length - b.parameters.length || b.path.length - a.path.length);
const pools = new Map();

function patternOf(template) {
  const parameters = [];
  const source = template
    .replace(/\/+$/, "")
    .split("/")
    .map((part) => {
      const match = /^\{(.+?)(\+)?\}$/.exec(part);
      if (!match) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      parameters.push(match[1]);
      return match[2] ? "(.+)" : "([^/]+)";
    })
    .join("/");
  return { pattern: new RegExp(`^${source || ""}/?$`), parameters };
}

/** The processes of one function. */
class Pool {
  #name;
  #idle = [];
  #count = 0;
  #waiting = [];

  constructor(name) {
    this.#name = name;
  }

  async invoke(message) {
    const instance = await this.#take();
    try {
      return await instance.invoke(message);
    } finally {
      this.#giveBack(instance);
    }
  }

  #take() {
    if (this.#idle.length > 0) return this.#idle.pop();
    if (this.#count >= MOST_INSTANCES) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#count += 1;
    return new Instance(this.#name);
  }

  #giveBack(instance) {
    const next = this.#waiting.shift();
    if (!instance.isAlive) {
      if (next) next(new Instance(this.#name));
      else this.#count -= 1;
    } else if (next) next(instance);
    else this.#idle.push(instance);
  }
}

function startNode(name) {
  return fork(path.join(__dirname, "instance.js"), [process.argv[2], name]);
}

// Node's channel to a child is lines of JSON, which other languages can speak, too.
function startPython(name) {
  const { interpreter, path: folders } = description.python;
  const PYTHONPATH = [...folders, process.env.PYTHONPATH].filter(Boolean).join(path.delimiter);
  return spawn(interpreter, ["-m", "aplomb.recorder.instance", process.argv[2], name], {
    cwd: description.root,
    env: { ...process.env, PYTHONPATH, PYTHONUNBUFFERED: "1" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** One process. */
class Instance {
  #child;
  #settle;

  constructor(name) {
    this.#child = description.functions[name].file.endsWith(".py") ? startPython(name) : startNode(name);
    // An interpreter that is not there.
    this.#child.on("error", (error) => this.#settle?.({ error: error.message }));
    this.#child.on("message", (answer) => this.#settle?.(answer));
    this.#child.on("exit", (code) => this.#settle?.({ error: `the process of ${name} ended with code ${code}` }));
  }

  get isAlive() {
    return this.#child.connected;
  }

  /** Gives the result; a function that takes too long loses its process. */
  invoke(message) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#child.kill("SIGKILL");
        this.#settle({ error: `no answer within ${description.timeout} s` });
      }, description.timeout * 1000);
      this.#settle = ({ result, error }) => {
        this.#settle = undefined;
        clearTimeout(timer);
        if (error === undefined) resolve(result);
        else reject(new Error(error));
      };
      this.#child.send(message, (error) => error && this.#settle?.({ error: error.message }));
    });
  }
}

function poolOf(name) {
  if (!pools.has(name)) pools.set(name, new Pool(name));
  return pools.get(name);
}

function find(method, pathname) {
  for (const route of routes) {
    if (route.method !== "ANY" && route.method !== method) continue;
    const match = route.pattern.exec(pathname);
    if (!match) continue;
    const values = match.slice(1).map((text) => decodeURIComponent(text));
    return { route, parameters: Object.fromEntries(route.parameters.map((name, i) => [name, values[i]])) };
  }
  return undefined;
}

function eventOf(request, url, body, { route, parameters }, id) {
  const query = Object.fromEntries(url.searchParams);
  const common = {
    // Payloads of version 1 keep the spelling of the client, version 2 is in small letters.
    headers: route.payload === "2.0" ? request.headers : spelledHeaders(request),
    pathParameters: orNull(parameters),
    queryStringParameters: orNull(query),
    body: body.length > 0 ? body.toString("utf8") : null,
    isBase64Encoded: false,
  };
  if (route.payload === "2.0") {
    const http = { method: request.method, path: url.pathname, sourceIp: "127.0.0.1" };
    return {
      version: "2.0",
      routeKey: `${route.method} ${route.path}`,
      rawPath: url.pathname,
      rawQueryString: url.search.slice(1),
      requestContext: { http, requestId: id, stage: "$default", timeEpoch: Date.now() },
      ...common,
    };
  }
  const lists = {};
  for (const [name, value] of url.searchParams) (lists[name] ??= []).push(value);
  return {
    resource: route.path,
    path: url.pathname,
    httpMethod: request.method,
    multiValueHeaders: Object.fromEntries(
      Object.entries(spelledHeaders(request)).map(([name, value]) => [name, [value]]),
    ),
    multiValueQueryStringParameters: orNull(lists),
    requestContext: { requestId: id, httpMethod: request.method, path: url.pathname, identity: { sourceIp: "127.0.0.1" } },
    stageVariables: null,
    ...common,
  };
}

function spelledHeaders({ rawHeaders }) {
  const headers = {};
  for (let i = 0; i < rawHeaders.length; i += 2) headers[rawHeaders[i]] = rawHeaders[i + 1];
  return headers;
}

function orNull(object) {
  return Object.keys(object).length > 0 ? object : null;
}

function answer(response, result) {
  const isAnswer = result !== null && typeof result === "object" && "statusCode" in result;
  const { statusCode = 200, headers = {}, multiValueHeaders = {}, body = "", isBase64Encoded } = isAnswer
    ? result
    : { headers: { "content-type": "application/json" }, body: JSON.stringify(result ?? null) };
  for (const [name, value] of Object.entries({ ...headers, ...multiValueHeaders })) response.setHeader(name, value);
  response.statusCode = Number(statusCode);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.end(isBase64Encoded ? Buffer.from(text, "base64") : text);
}

function fail(response, status, message) {
  response.statusCode = status;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ message }));
}

async function bodyOf(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function serve(request, response) {
  const url = new URL(request.url, "http://localhost");
  const body = await bodyOf(request);
  if (body === undefined) return fail(response, 413, "the body is larger than 10 MB");
  const found = find(request.method, url.pathname);
  if (!found) return fail(response, 404, `no function for ${request.method} ${url.pathname}`);
  const { function: name } = found.route;
  const id = randomUUID();
  response.setHeader("x-aplomb-invocation", id);
  try {
    return answer(response, await poolOf(name).invoke({ event: eventOf(request, url, body, found, id), id }));
  } catch (error) {
    process.stderr.write(`${name}: ${error.message}\n`);
    return fail(response, 502, "Internal server error");
  }
}

const server = http.createServer((request, response) => {
  apart(() => serve(request, response)).catch(() => response.destroy());
});
server.on("error", (error) => {
  process.stderr.write(`cannot listen on ${description.host}:${description.port}: ${error.message}\n`);
  process.exit(2);
});
server.listen(description.port, description.host, () => {
  process.stdout.write(`listening on http://${description.host}:${server.address().port}\n`);
});
// Whoever started it says when it is over, by ending its standard input.
if (description.endsWithInput) process.stdin.on("end", () => process.exit(0)).resume();
