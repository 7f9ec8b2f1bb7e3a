"use strict";
// Serves the HTTP functions of an application on this machine, as a gateway in
// front of them would: node serve.js DESCRIPTION. `aplomb dev` writes the
// description and starts it, with the recorder loaded.
//
//   { "root": folder, "host": "127.0.0.1", "port": 3000, "timeout": seconds,
//     "functions": { name: { "file": path without extension, "export": name } },
//     "routes": [{ "method": "GET", "path": "/articles/{slug}", "function": name, "payload": "1.0" }] }

const { randomUUID } = require("node:crypto");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
// What the gateway does is no part of any invocation.
const { apart, whileLoading } = require("./lib/invocation");

const EXTENSIONS = ["", ".js", ".cjs", ".mjs"];
const LARGEST_BODY = 10 * 1024 * 1024;

const description = apart(() => JSON.parse(fs.readFileSync(process.argv[2], "utf8")));
const routes = description.routes.map((route) => ({ ...route, ...patternOf(route.path) }));
// Literal paths before those with parameters, long before short.
routes.sort((a, b) => a.parameters.length - b.parameters.length || b.path.length - a.path.length);
const handlers = new Map();

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

async function handlerOf(name) {
  if (!handlers.has(name)) handlers.set(name, whileLoading(() => load(description.functions[name])));
  return handlers.get(name);
}

async function load({ file, export: exported }) {
  const base = path.resolve(description.root, file);
  const found = EXTENSIONS.map((extension) => base + extension).find((name) => fs.existsSync(name) && fs.statSync(name).isFile());
  if (!found) throw new Error(`no file ${file}.js, .cjs or .mjs in ${description.root}`);
  let module;
  try {
    module = require(found);
  } catch (error) {
    if (error.code !== "ERR_REQUIRE_ESM") throw error;
    module = await import(pathToFileURL(found).href);
  }
  const handler = module[exported];
  if (typeof handler !== "function") throw new Error(`${file} does not export a function ${exported}`);
  return handler;
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

function invoke(handler, event, name, id) {
  const deadline = Date.now() + description.timeout * 1000;
  return new Promise((resolve, reject) => {
    const callback = (error, result) => (error ? reject(error) : resolve(result));
    const context = {
      awsRequestId: id,
      functionName: name,
      functionVersion: "$LATEST",
      memoryLimitInMB: "1024",
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
      succeed: resolve,
      fail: reject,
      done: callback,
    };
    setTimeout(() => reject(new Error(`no answer within ${description.timeout} s`)), description.timeout * 1000).unref();
    const returned = handler(event, context, callback);
    if (typeof returned?.then === "function") returned.then(resolve, reject);
  });
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
    const handler = await handlerOf(name);
    return answer(response, await invoke(handler, eventOf(request, url, body, found, id), name, id));
  } catch (error) {
    process.stderr.write(`${name}: ${error?.stack ?? error}\n`);
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
