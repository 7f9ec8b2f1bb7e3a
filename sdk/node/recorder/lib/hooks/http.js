"use strict";
// Requests through node:http and node:https, which axios, got, node-fetch,
// request and most SDKs of other vendors use.

const http = require("node:http");
const https = require("node:https");
const { Duplex } = require("node:stream");
const { current, apart } = require("../invocation");
const { tapeBody } = require("./bodies");

/** `playing`: requests go nowhere, the tape answers. */
function install({ playing }) {
  for (const module of [http, https]) {
    const real = module.request;
    const request = function (...args) {
      const tape = current();
      if (!tape) return real.apply(this, args);
      const taped = apart(() => real.apply(this, playing ? withoutNetwork(args) : args));
      tapeRequest(tape, taped, module === https ? "https" : "http", playing);
      return taped;
    };
    module.request = request;
    module.get = function (...args) {
      const sent = request.apply(this, args);
      sent.end();
      return sent;
    };
  }
}

// A connection that swallows what is sent, so that everything else about a
// request (headers, flushing, events) is Node's own code.
function withoutNetwork(args) {
  const callback = typeof args.at(-1) === "function" ? args.pop() : undefined;
  const options = args.findLastIndex((arg) => arg && typeof arg === "object" && !(arg instanceof URL));
  const replaced = {
    ...(options >= 0 ? args[options] : {}),
    agent: undefined,
    createConnection: () => new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }),
  };
  if (options >= 0) args[options] = replaced;
  else args.push(replaced);
  if (callback) args.push(callback);
  return args;
}

// What else a request tells about itself, to whoever listens, and when it does so is chance.
const NOTICES = new Set(["finish", "close", "timeout", "drain"]);
const REPEATED = new Set(["timeout", "drain"]);

function tapeRequest(tape, request, protocol, playing) {
  const sent = [];
  const { write, end, emit } = request;
  let settle;
  let begun = false;
  let settled = false;
  // Notices that somebody listens to: a call of the tape each, from the moment they do.
  const awaited = new Map();
  const awaitNotice = (event) =>
    tape.asynchronous(
      { kind: "order", name: `request ${event}`, request: null },
      (done) => awaited.set(event, () => done({})),
      () => {
        emit.call(request, event);
        if (REPEATED.has(event) && request.listenerCount(event) > 0) awaitNotice(event);
        else if (REPEATED.has(event)) awaited.delete(event);
      },
    );
  request.on("newListener", (event) => {
    if (!NOTICES.has(event) || awaited.has(event) || current() !== tape) return;
    awaited.set(event, undefined);
    awaitNotice(event);
  });

  request.write = function (chunk, ...rest) {
    keep(sent, chunk, rest[0]);
    const isTaken = apart(() => write.call(this, chunk, ...rest));
    // Whether it wants to be given more depends on the network.
    return tape.plain("order", "request.write", () => isTaken);
  };
  request.end = function (chunk, ...rest) {
    if (begun) return this;
    if (chunk && typeof chunk !== "function") keep(sent, chunk, rest[0]);
    begin(() => apart(() => end.call(this, chunk, ...rest)));
    return this;
  };
  // What the tape hands over is held back here until it does.
  request.emit = function (event, ...args) {
    if (awaited.has(event)) {
      const tell = awaited.get(event);
      awaited.set(event, undefined);
      if (!playing) tell?.();
      return true;
    }
    if (settled || (event !== "response" && event !== "error")) return emit.call(this, event, ...args);
    // A request that fails before it was ended: its call begins with its end.
    if (!begun) begin(() => {});
    if (playing) return true;
    settled = true;
    const [given] = args;
    if (event === "error") settle({ error: given });
    else settle({ value: holdBack(given), recorded: headOf(given) });
    return true;
  };

  function begin(perform) {
    begun = true;
    const name = `${request.method} ${urlOf(request, protocol)}`;
    tape.asynchronous(
      { kind: "http", name, request: { headers: headersOf(request), body: Buffer.concat(sent) } },
      (done) => {
        settle = done;
        perform();
      },
      ({ error, value }) => {
        settled = true;
        if (error) {
          emit.call(request, "error", error);
          return;
        }
        const body = playing ? holdBack(playedResponse(value)) : value;
        body.tapeAs({ kind: "http", name: `${name} body`, request: null }, tape);
        if (!emit.call(request, "response", body.response)) body.response.resume();
      },
    );
    if (playing) apart(() => perform());
  }
}

// Chunks are kept back from the moment the response is here until the tape
// hands the body over.
function holdBack(response) {
  const push = response.push.bind(response);
  const early = [];
  let listener = (piece) => early.push(piece);
  response.push = (piece) => {
    listener(piece);
    return true;
  };
  const listen = (chunk, end, fail) => {
    listener = (piece) => (piece === null ? end() : chunk(piece));
    response.once("aborted", () => fail(new Error("aborted")));
    early.splice(0).forEach(listener);
  };
  const hand = ({ chunk, end, error }) => {
    if (error) response.destroy(error);
    else push(end ? null : chunk);
  };
  return { response, tapeAs: (call, tape) => tapeBody(tape, call, listen, hand) };
}

function keep(sent, chunk, encoding) {
  if (typeof chunk === "string") sent.push(Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8"));
  else if (chunk instanceof Uint8Array) sent.push(Buffer.from(chunk));
}

function urlOf(request, protocol) {
  const host = request.getHeader("host") ?? request.host ?? "localhost";
  return `${protocol}://${host}${request.path}`;
}

// Headers that say nothing about what is asked, differ from run to run, or follow from the body.
const INCIDENTAL = new Set(["connection", "content-length", "traceparent", "tracestate", "x-amzn-trace-id"]);

function headersOf(request) {
  const headers = {};
  for (const [name, value] of Object.entries(request.getHeaders())) {
    if (!INCIDENTAL.has(name)) headers[name] = value;
  }
  return headers;
}

function headOf(response) {
  return {
    status: response.statusCode,
    message: response.statusMessage,
    version: response.httpVersion,
    headers: response.rawHeaders,
  };
}

function playedResponse({ status, message, version, headers }) {
  const response = new http.IncomingMessage(new Duplex({ read() {}, write: (_c, _e, done) => done() }));
  response.statusCode = status;
  response.statusMessage = message;
  response.httpVersion = version;
  response.rawHeaders = headers;
  for (let i = 0; i < headers.length; i += 2) response._addHeaderLine(headers[i], headers[i + 1], response.headers);
  response.complete = true;
  return response;
}

module.exports = { install };
