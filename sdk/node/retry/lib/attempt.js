"use strict";
// One call of a handler is one attempt at a request. The attempt travels with the
// code by AsyncLocalStorage; a step that finds none fails, since it could not be
// recognised on a retry.

const { AsyncLocalStorage } = require("node:async_hooks");
const { createHash, randomUUID } = require("node:crypto");
const { RetryError } = require("./errors");
const { DEFAULT_TTL } = require("./identities");

const attempts = new AsyncLocalStorage();
const defaults = {};

/** Settings of all handlers in this process: `log`, `name`, `secret`. */
function configure(settings) {
  Object.assign(defaults, settings);
}

/** What steps of one request share: of an event, or of one record of a batch. */
class Attempt {
  constructor(settings, { kind, id, time, ttl }) {
    this.settings = settings;
    this.request = id === undefined ? undefined : bounded(`${settings.name}/${kind}:${id}`, 1024);
    this.time = time;
    this.ttl = settings.ttl ?? ttl ?? DEFAULT_TTL;
    this.used = new Set();
  }

  get log() {
    this.settings.log ??= defaults.log ?? require("./logs").byEnvironment();
    return this.settings.log;
  }

  /** The row of a step that has not been taken yet in this attempt. */
  take(site) {
    const step = stepOf(site);
    if (this.request === undefined) {
      throw new RetryError(
        "NO_IDENTITY",
        `step ${step} belongs to no record: a batch has no identity as a whole; loop over records(event.Records)`,
      );
    }
    if (this.settings.name === "" && !this.log.once) {
      throw new RetryError("NO_NAME", "functions that share a log need names: set AWS_LAMBDA_FUNCTION_NAME, or pass { name } to retrySafe");
    }
    if (this.used.has(step)) {
      throw new RetryError(
        "SITE_USED_TWICE",
        `site ${step} is used twice in one attempt: in loops and helpers give it a key, as in [${JSON.stringify(site)}, key]`,
      );
    }
    this.used.add(step);
    return { request: this.request, step, ttl: Math.ceil(Date.now() / 1000) + this.ttl };
  }

  /** Takes a step and does something with its row; what fails may be tried again. */
  async during(site, action) {
    const row = this.take(site);
    try {
      return await action(row);
    } catch (error) {
      if (!error?.[REFUSED]) this.used.delete(row.step);
      throw error;
    }
  }
}

/** Marks errors that are outcomes: the step is over, and its outcome is kept. */
const REFUSED = Symbol("aplomb.refused");

function stepOf(site) {
  const parts = Array.isArray(site) ? site : [site];
  const literal = typeof parts[0] === "string" && parts[0] !== "";
  const keys = parts.slice(1).every((key) => ["string", "number", "bigint", "boolean"].includes(typeof key));
  if (!literal || !keys) {
    throw new RetryError("BAD_SITE", "a site is a string, or an array of a string and keys that are strings or numbers");
  }
  return bounded(parts.length === 1 ? parts[0] : JSON.stringify(parts.map(String)), 512);
}

// Keys of stores have bounds; what is longer is told apart by its hash.
function bounded(text, bytes) {
  if (Buffer.byteLength(text) <= bytes) return text;
  const digest = createHash("sha256").update(text).digest("hex");
  return `${text.slice(0, bytes / 8)}#${digest}`;
}

/** The attempt that the current code belongs to. */
function current() {
  const attempt = attempts.getStore();
  if (attempt) return attempt;
  throw new RetryError(
    "NO_ATTEMPT",
    "this code does not run in a handler wrapped by retrySafe, or a library called it back outside of its context " +
      "(wrap the callback with AsyncResource.bind of node:async_hooks)",
  );
}

/** The handler, whose steps recognise a retry of the same request. */
function retrySafe(identity, handler, options = {}) {
  if (typeof identity !== "function" || typeof handler !== "function") {
    throw new TypeError("retrySafe takes an identity, which is a function, and a handler");
  }
  function attempt(...args) {
    const here = begin(identity, options, args);
    if (!options.time && !options.lease) return attempts.run(here, () => handler.apply(this, args));
    return attempts.run(here, () => withHeadRow(here, options, args, handler.bind(this)));
  }
  return Object.defineProperty(attempt, "length", { value: handler.length });
}

function begin(identity, options, args) {
  const [event, context] = args;
  const settings = { log: options.log, ttl: options.ttl, secret: options.secret ?? defaults.secret ?? process.env.APLOMB_RETRY_SECRET };
  settings.name = options.name ?? defaults.name ?? context?.functionName ?? process.env.AWS_LAMBDA_FUNCTION_NAME ?? "";
  const id = named(identity(...args));
  const batch = identity.batch && Array.isArray(event?.Records) && event.Records.length !== 1;
  if (id === undefined && !batch) {
    throw new RetryError("NO_IDENTITY", `this request has no identity${hint(identity)}`);
  }
  const time = identity.time?.(...args);
  return new Attempt(settings, {
    kind: identity.kind ?? "own",
    id: batch ? undefined : id,
    time: Number.isFinite(time) ? time : undefined,
    ttl: identity.ttl,
  });
}

/** An identity as text; undefined for what is none. */
function named(id) {
  if (typeof id === "number" || typeof id === "bigint") return String(id);
  return typeof id === "string" && id !== "" ? id : undefined;
}

function hint({ kind }) {
  if (kind === "http") return ": the client must send the header Idempotency-Key";
  if (kind === "stepFunctions") return ": the state must pass execution ($$.Execution.Id) and state ($$.State.Name)";
  return kind ? `: the event does not look like one of ${kind}` : "";
}

// The head row of a request holds the time of its first attempt, and the lease.
async function withHeadRow(here, { lease, time }, args, handler) {
  const row = here.take("@head");
  const now = Date.now();
  if (!lease) {
    if (time) here.time ??= JSON.parse(await here.log.first(row, JSON.stringify(now)));
    return called(handler, args);
  }
  const owner = randomUUID();
  const remaining = args[1]?.getRemainingTimeInMillis?.() ?? 15 * 60 * 1000;
  const first = await here.log.acquire(row, { owner, now, until: now + remaining });
  if (first === undefined) {
    throw new RetryError("ATTEMPT_RUNNING", `another attempt at ${here.request} is still running`);
  }
  here.time ??= first;
  try {
    return await called(handler, args);
  } finally {
    await here.log.release(row, owner);
  }
}

// A handler that answers by its callback, as a promise.
function called(handler, args) {
  const callback = args[2];
  if (typeof callback !== "function" || handler.length < 3) return handler(...args);
  return new Promise((resolve, reject) => {
    const answer = (error, result) => (error ? reject(error) : resolve(result));
    const returned = handler(args[0], args[1], answer, ...args.slice(3));
    if (typeof returned?.then === "function") returned.then(resolve, reject);
  });
}

/** When the request came into being, or was first attempted; in milliseconds. */
function startedAt() {
  const { request, time } = current();
  if (time !== undefined) return time;
  throw new RetryError(
    "NO_TIME",
    request === undefined
      ? "a batch has no time as a whole: loop over records(event.Records)"
      : "this trigger sends no time: pass { time: true } to retrySafe, which keeps the time of the first attempt",
  );
}

module.exports = { Attempt, REFUSED, attempts, configure, current, named, retrySafe, startedAt };
