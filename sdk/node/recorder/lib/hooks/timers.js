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
// Marks taped timers, and says whether the application has cleared one, also
// between firing and delivery.
const CLEARED = Symbol("cleared");

/** `playing`: the timer itself must not fire, only the recording. */
function install({ playing }) {
  once("setTimeout", globalThis.setTimeout, playing);
  once("setImmediate", globalThis.setImmediate, playing);
  repeating(globalThis.setInterval, playing);
  promised("setTimeout");
  promised("setImmediate");
  signals();
  REPLACED.filter((name) => name.startsWith("clear")).forEach(clearing);
  for (const name of REPLACED) timers[name] = globalThis[name];
}

function clearing(name) {
  const real = globalThis[name];
  globalThis[name] = (handle) => {
    if (handle?.[CLEARED] === false) handle[CLEARED] = true;
    return real(handle);
  };
}

function once(name, real, playing) {
  const replacement = function (callback, ...args) {
    const tape = current();
    if (!tape || typeof callback !== "function") return real(callback, ...args);
    const [delay, ...passed] = name === "setImmediate" ? [0, ...args] : args;
    let handle;
    tape.asynchronous(
      { kind: "timer", name, request: delay ?? 0 },
      (done) => (handle = name === "setImmediate" ? real(() => done({})) : real(() => done({}), delay)),
      () => {
        if (handle[CLEARED]) return;
        if (playing) clearTimeout(handle);
        callback(...passed);
      },
    );
    if (playing) handle = apart(() => globalThis.setTimeout(() => {}, NEVER).unref());
    handle[CLEARED] = false;
    return handle;
  };
  replacement[promisify.custom] = real[promisify.custom];
  globalThis[name] = replacement;
}

// Each firing is a call of its own, begun when the one before has fired.
function repeating(real, playing) {
  globalThis.setInterval = function (callback, delay, ...passed) {
    const tape = current();
    if (!tape || typeof callback !== "function") return real(callback, delay, ...passed);
    let handle;
    let fired;
    const arm = () =>
      tape.asynchronous(
        { kind: "timer", name: "setInterval", request: delay ?? 0 },
        (done) => {
          fired = done;
          handle ??= real(() => {
            const firing = fired;
            fired = undefined;
            firing?.({});
          }, delay);
        },
        () => {
          if (handle[CLEARED]) return;
          callback(...passed);
          if (!handle[CLEARED]) within(tape, arm);
        },
      );
    if (playing) handle = apart(() => real(() => {}, NEVER).unref());
    arm();
    handle[CLEARED] = false;
    return handle;
  };
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
