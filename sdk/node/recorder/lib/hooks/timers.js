"use strict";
// Timers: their order is part of an invocation. A recording notes when each one
// fired; a replay fires them when the recording says so and does not wait.

const timers = require("node:timers");
const promises = require("node:timers/promises");
const { promisify } = require("node:util");
const { current, apart, within } = require("../invocation");

// Longer than any replay: a timer object for the application to hold.
const NEVER = 2 ** 31 - 1;

const REPLACED = ["setTimeout", "setImmediate", "setInterval", "clearTimeout", "clearImmediate", "clearInterval"];
// What we know of a taped timer.
const TAPED = Symbol("taped");
// Timers whose numbers the application has asked for: it may clear them by these.
const numbered = new Map();

/** `playing`: the timer itself must not fire, only the recording. */
function install({ playing }) {
  for (const name of ["setTimeout", "setImmediate", "setInterval"]) taped(name, globalThis[name], playing);
  promised("setTimeout");
  promised("setImmediate");
  promisedInterval();
  scheduling();
  signals();
  REPLACED.filter((name) => name.startsWith("clear")).forEach(clearing);
  for (const name of REPLACED) timers[name] = globalThis[name];
}

function clearing(name) {
  const real = globalThis[name];
  globalThis[name] = (handle) => {
    const timer = handle?.[TAPED] ?? numbered.get(Number(handle))?.[TAPED];
    if (timer) timer.clear();
    return real(handle);
  };
}

/** A timer of the application: each time that it is armed is a call of the tape. */
class Timer {
  #tape;
  #call;
  #callback;
  #isInterval;
  // Counts how often it was armed: what it was armed for before does not count any more.
  #armed = 0;
  #fired;
  #isCleared = false;
  isRef = true;
  number;

  constructor(tape, { name, delay, callback }) {
    this.#tape = tape;
    this.#call = { kind: "timer", name, request: delay ?? 0 };
    this.#callback = callback;
    this.#isInterval = name === "setInterval";
  }

  /** Waits for the next firing; `start` makes the real timer wait for it. */
  arm(start = () => {}) {
    this.#armed += 1;
    const armed = this.#armed;
    this.#tape.asynchronous(
      this.#call,
      (done) => {
        this.#fired = done;
        start();
      },
      () => {
        // It may have been cleared between its firing and now.
        if (this.#isCleared || armed !== this.#armed) return;
        if (!this.#isInterval) numbered.delete(this.number);
        this.#callback();
        if (this.#isInterval && !this.#isCleared && armed === this.#armed) within(this.#tape, () => this.arm());
      },
    );
  }

  /** The real timer has fired. */
  fire() {
    const fired = this.#fired;
    this.#fired = undefined;
    fired?.({});
  }

  clear() {
    this.#isCleared = true;
    numbered.delete(this.number);
  }
}

function taped(name, real, playing) {
  const isImmediate = name === "setImmediate";
  const replacement = function (callback, ...args) {
    const tape = current();
    if (!tape || typeof callback !== "function") return real(callback, ...args);
    const [delay, ...passed] = isImmediate ? [0, ...args] : args;
    const timer = new Timer(tape, { name, delay, callback: () => callback(...passed) });
    let handle;
    const fire = () => timer.fire();
    if (playing) handle = apart(() => timers.setTimeout(() => {}, NEVER).unref());
    timer.arm(() => (handle = isImmediate ? real(fire) : real(fire, delay)));
    handle[TAPED] = timer;
    return Object.setPrototypeOf(handle, formOf(Object.getPrototypeOf(handle), playing));
  };
  if (real[promisify.custom]) replacement[promisify.custom] = real[promisify.custom];
  globalThis[name] = replacement;
}

const forms = new Map();

// What applications do with the objects that they get: members of Node's own, and these.
function formOf(prototype, playing) {
  if (!forms.has(prototype)) forms.set(prototype, Object.create(prototype, Object.getOwnPropertyDescriptors(form(prototype, playing))));
  return forms.get(prototype);
}

function form({ refresh, [Symbol.toPrimitive]: numberOf }, playing) {
  const all = {
    // To fire after the whole delay again, also when it has fired already.
    refresh() {
      this[TAPED].arm(playing ? undefined : () => refresh.call(this));
      return this;
    },
    close() {
      globalThis.clearTimeout(this);
      return this;
    },
    [Symbol.toPrimitive]() {
      const number = numberOf.call(this);
      this[TAPED].number = number;
      numbered.set(number, this);
      return number;
    },
  };
  const members = refresh ? all : {};
  if (!playing) return members;
  // The object that the application holds does not keep a replay from ending.
  const setRef = (isRef) =>
    function () {
      this[TAPED].isRef = isRef;
      return this;
    };
  return { ...members, ref: setRef(true), unref: setRef(false), hasRef() { return this[TAPED].isRef; } };
}

function promised(name) {
  const real = promises[name];
  promises[name] = function (...args) {
    const tape = current();
    if (!tape) return real(...args);
    const [delay, value, options] = name === "setImmediate" ? [0, ...args] : args;
    return new Promise((resolve, reject) =>
      tape.asynchronous(
        { kind: "timer", name: `promises.${name}`, request: delay ?? 0 },
        (done) => (name === "setImmediate" ? real(value, options) : real(delay, value, options)).then(
          () => done({}),
          (error) => done({ error }),
        ),
        ({ error }) => (error ? reject(error) : resolve(value)),
      ),
    );
  };
  globalThis[name][promisify.custom] = promises[name];
}

// An iterator over the firings of a taped interval.
function promisedInterval() {
  const real = promises.setInterval;
  promises.setInterval = (delay, value, options) => (current() ? firings(delay, value, options) : real(delay, value, options));
}

async function* firings(delay, value, { signal, ref = true } = {}) {
  let fired = 0;
  let wake = () => {};
  const interval = signal?.aborted ? undefined : globalThis.setInterval(() => {
    fired += 1;
    wake();
  }, delay);
  if (!ref) interval?.unref();
  const aborted = () => wake();
  signal?.addEventListener("abort", aborted, { once: true });
  try {
    while (!signal?.aborted) {
      if (fired === 0) await new Promise((resolve) => (wake = resolve));
      for (; fired > 0; fired -= 1) yield value;
    }
    const error = new Error("The operation was aborted", { cause: signal.reason });
    throw Object.assign(error, { name: "AbortError", code: "ABORT_ERR" });
  } finally {
    globalThis.clearInterval(interval);
    signal?.removeEventListener("abort", aborted);
  }
}

// node:timers/promises has a second name for two of its functions.
function scheduling() {
  const scheduler = Object.getPrototypeOf(promises.scheduler);
  const { wait, yield: next } = scheduler;
  scheduler.wait = function (delay, options) {
    return current() ? promises.setTimeout(delay, undefined, options) : wait.call(this, delay, options);
  };
  scheduler.yield = function () {
    return current() ? promises.setImmediate() : next.call(this);
  };
}

// A signal that times out has a timer inside, which is neither of the above.
function signals() {
  const real = AbortSignal.timeout;
  AbortSignal.timeout = function timeout(delay) {
    const isDelay = Number.isInteger(delay) && delay >= 0 && delay <= 0xffffffff;
    if (!current() || !isDelay) return real.call(AbortSignal, delay);
    const controller = new AbortController();
    const expire = () => controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    globalThis.setTimeout(expire, delay).unref();
    return controller.signal;
  };
}

module.exports = { install };
