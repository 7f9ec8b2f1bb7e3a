"use strict";
// AWS SDK for JavaScript, version 2. Promises, callbacks and the ORMs above it
// all end in Request.prototype.runTo: that is the place.

const { current } = require("../invocation");

const TAPED = Symbol("taped");
const patched = new WeakSet();
// Of `aplomb dev`: other SDKs have a variable of their own for it.
const DYNAMODB = process.env.APLOMB_DYNAMODB;

/** `AWS` is what the SDK or its core exports, as far as it is loaded. */
function install(AWS) {
  if (DYNAMODB) useLocal(AWS);
  // The SDK requires its own core in the middle of requests, many times.
  if (patched.has(AWS)) return;
  // Looking at members of a module that is being loaded makes Node warn.
  if (!Object.keys(AWS).includes("Request")) return;
  const { Request } = AWS;
  if (typeof Request?.prototype?.runTo !== "function") return;
  patched.add(AWS);
  if (patched.has(Request)) return;
  patched.add(Request);
  const { prototype } = Request;
  const real = prototype.runTo;
  prototype.runTo = function (state, done) {
    const tape = current();
    // `build` and `presign` stop at a state, before anything is sent.
    if (!tape || state || this[TAPED]) return real.call(this, state, done);
    this[TAPED] = true;
    send(tape, this, () => real.call(this));
    return this;
  };
  signed(prototype);
}

// A signed address is made with the secret key, which no recording has.
function signed(prototype) {
  const real = prototype.presign;
  prototype.presign = function (expires, callback) {
    const tape = current();
    if (!tape) return real.call(this, expires, callback);
    const name = `${this.service.serviceIdentifier}.${this.operation} signed`;
    const call = { kind: "aws", name, request: { ...this.params, expires: typeof expires === "number" ? expires : undefined } };
    const report = typeof expires === "function" ? expires : callback;
    if (!report) return tape.synchronous(call, () => real.call(this, expires));
    tape.asynchronous(
      call,
      (done) => real.call(this, typeof expires === "function" ? undefined : expires, (error, value) => done(error ? { error } : { value })),
      ({ error, value }) => report(error ?? null, value),
    );
    return undefined;
  };
}

// The SDK replaces its configuration while it loads.
function useLocal(AWS) {
  if (!Object.keys(AWS).includes("config") || patched.has(AWS.config)) return;
  patched.add(AWS.config);
  AWS.config.dynamodb = { endpoint: DYNAMODB, ...AWS.config.dynamodb };
}

function send(tape, request, perform) {
  const listeners = takeListeners(request);
  tape.asynchronous(
    {
      kind: "aws",
      name: `${request.service.serviceIdentifier}.${request.operation}`,
      request: request.params ?? {},
    },
    (done) => {
      request.on("complete", ({ error, data }) => done(error ? { error } : { value: data }));
      perform();
    },
    ({ error, value }) => {
      const { response } = request;
      response.error = error ?? null;
      response.data = error ? null : value;
      const outcome = error ? [...listeners.error, [error, response]] : [...listeners.success, [response]];
      const args = outcome.pop();
      for (const listener of outcome) listener.apply(request, args);
      for (const listener of listeners.complete) listener.call(request, response);
    },
  );
}

// The application's listeners come off the request and run when the tape hands
// the result over. The SDK's own, which it names in capitals (ERROR, API_CALL),
// stay.
function takeListeners(request) {
  const taken = {};
  const events = request._events;
  for (const name of ["success", "error", "complete"]) {
    const all = events[name] ?? [];
    taken[name] = all.filter((listener) => !isSdks(listener));
    events[name] = all.filter(isSdks);
  }
  return taken;
}

function isSdks({ name }) {
  return /^[A-Z][A-Z_]+$/.test(name);
}

module.exports = { install };
