"use strict";
// A tape that plays: every call is answered from the recording, and results are
// handed over in the recorded order, each in a turn of its own (see turns.js).
//
// Strict (the default): the application must do exactly what was recorded, in
// that order; the first difference is reported and ends the replay, because
// nothing after it would be true. Lenient, for code that was edited: calls are
// matched by what they ask, differences are collected, and the replay goes on
// as long as there is an answer.

const { AsyncResource } = require("node:async_hooks");
const { isDeepStrictEqual } = require("node:util");
const { apart } = require("./invocation");
const { encode, decode } = require("./values");

const { setImmediate, setTimeout, clearTimeout } = globalThis;
// An application that does not make its next call, and keeps the process busy or alive by
// something that is not recorded. Without that, a process at rest says so by itself.
const PATIENCE_MILLISECONDS = 20_000;

// What did not happen again and changes nothing.
const UNIMPORTANT = new Set(["clock", "timer", "order"]);

/** What the application did, and what the recording has in its place. */
class Divergence extends Error {
  constructor({ what, expected, actual, position }) {
    super(what);
    this.name = "Divergence";
    Object.assign(this, { what, expected, actual, position });
  }
}

class Player {
  #steps;
  #results;
  #cursor = 0;
  #handedOver = 0;
  #open = new Map();
  #differences = [];
  #lenient;
  #performUnknown;
  #fail;
  #watch;
  #scheduled = false;
  #stopped = false;
  #redaction;
  #valueLimit;
  #errorClass;

  /**
   * `fail(divergence)` is called once, at the first difference of a strict
   * replay. `errorClass(name)` finds the class of a recorded error. With
   * `performUnknown`, what was not recorded and asks nobody else is done for real.
   */
  constructor(entries, { lenient = false, performUnknown = false, fail, redaction, valueLimit, errorClass }) {
    this.#steps = [];
    this.#results = [];
    for (const entry of entries) {
      const [what, n, value] = entry;
      const isResult = what === "done" || what === "fail";
      if (isResult) this.#results.push({ n, value, failed: what === "fail", after: this.#steps.length });
      else this.#steps.push(stepOf(entry, this.#steps.length));
    }
    this.#lenient = lenient;
    this.#performUnknown = performUnknown;
    this.#fail = fail;
    this.#redaction = redaction;
    this.#valueLimit = valueLimit;
    this.#errorClass = errorClass;
  }

  /** The differences of a lenient replay, in the order in which they happened. */
  get differences() {
    return this.#differences;
  }

  encode(value) {
    return encode(value, { redaction: this.#redaction, limit: this.#valueLimit });
  }

  unsupported(reason) {
    this.#diverge({ what: reason });
  }

  synchronous({ kind, name, request }, perform) {
    const step = this.#match({ kind, name, request: this.encode(request) }, this.#performUnknown);
    if (!step) return apart(perform);
    if (step.failed) throw this.#decode(step.value);
    return this.#decode(step.value);
  }

  plain(kind, name, perform) {
    const step = this.#match({ kind, name, request: null }, this.#performUnknown);
    return step ? step.value : perform();
  }

  asynchronous({ kind, name, request }, start, deliver) {
    const isHarmless = this.#performUnknown && kind !== "aws" && kind !== "http";
    const step = this.#match({ kind, name: this.#redaction.text(name), request: this.encode(request) }, isHarmless);
    if (!step) {
      apart(() => start(deliver));
      return;
    }
    const context = new AsyncResource("aplomb");
    this.#open.set(step.n, (outcome) => context.runInAsyncScope(deliver, undefined, outcome));
  }

  /** Work that is done for real; its end has a place in the recorded order. */
  ordered(name, start, deliver) {
    const step = this.#match({ kind: "order", name, request: null }, this.#lenient);
    if (!step) {
      apart(() => start(deliver));
      return;
    }
    const context = new AsyncResource("aplomb");
    apart(() =>
      start((outcome) => {
        this.#open.set(step.n, () => context.runInAsyncScope(deliver, undefined, outcome));
        this.#proceed();
      }),
    );
  }

  /** The invocation is over: what was recorded and did not happen is a difference. */
  finish() {
    this.#stop();
    const missing = this.#steps.filter((step) => !step.used && !UNIMPORTANT.has(step.kind));
    for (const step of missing) {
      this.#difference({ what: "a recorded call did not happen", expected: shown(step), position: step.index });
      if (!this.#lenient) break;
    }
  }

  #stop() {
    this.#stopped = true;
    clearTimeout(this.#watch);
  }

  // The step that answers a call; undefined, if it is `optional` and there is none.
  #match(actual, optional) {
    const step = this.#lenient ? this.#similar(actual, optional) : this.#next(actual);
    if (step) step.used = true;
    this.#proceed();
    return step;
  }

  #next(actual) {
    const step = this.#steps[this.#cursor];
    if (!step) this.#diverge({ what: "a call that the recording does not have", actual: shown(actual) });
    if (!sameCall(step, actual)) {
      this.#diverge({ what: "another call than the recorded one", expected: shown(step), actual: shown(actual) });
    }
    this.#cursor += 1;
    return step;
  }

  #similar(actual, optional) {
    const candidates = this.#steps.filter((step) => step.kind === actual.kind && step.name === actual.name);
    const exact = candidates.find((step) => !step.used && sameCall(step, actual));
    if (exact) return exact;
    if (optional) return undefined;
    const changed = candidates.find((step) => !step.used);
    if (changed) {
      this.#difference({ what: "a call with another request", expected: shown(changed), actual: shown(actual) });
      return changed;
    }
    // More readings of the clock or of chance than were recorded: go on from the last.
    const last = candidates.at(-1);
    if (last && last.n === undefined) return last;
    return this.#diverge({ what: "a call that the recording does not have", actual: shown(actual) });
  }

  #difference(difference) {
    this.#differences.push({ position: this.#cursor, ...difference });
    if (!this.#lenient) this.#stop();
  }

  #diverge(difference) {
    this.#difference(difference);
    const divergence = new Divergence({ position: this.#cursor, ...difference });
    this.#stop();
    this.#fail(divergence);
    throw divergence;
  }

  // Hands over the next recorded result as soon as the application has done all
  // that it did before it in the recording, and has come to rest.
  #proceed() {
    if (this.#scheduled || this.#stopped) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#handOver();
    });
  }

  #handOver() {
    const result = this.#results[this.#handedOver];
    if (this.#stopped || !result) return;
    const deliver = this.#open.get(result.n);
    if (!deliver || (!this.#lenient && this.#cursor < result.after)) {
      this.#wait();
      return;
    }
    clearTimeout(this.#watch);
    this.#watch = undefined;
    this.#handedOver += 1;
    this.#open.delete(result.n);
    const given = this.#decode(result.value);
    quietly(() => deliver(result.failed ? { error: given } : { value: given }));
    this.#proceed();
  }

  #wait() {
    this.#watch ??= setTimeout(() => this.rest(), PATIENCE_MILLISECONDS).unref();
  }

  /** The application waits, and nothing is under way: it waits for what the recording does not have. */
  rest() {
    clearTimeout(this.#watch);
    this.#watch = undefined;
    if (this.#stopped) return;
    const isOver = this.#handedOver === this.#results.length;
    if (this.#lenient && !isOver) {
      // An edited program may never make this call: its result is of no use.
      this.#handedOver += 1;
      this.#proceed();
      return;
    }
    const step = this.#steps[this.#cursor];
    const difference = step && !this.#lenient ? { what: "a recorded call did not happen", expected: shown(step) } : { what: "the handler did not end" };
    quietly(() => this.#diverge(difference));
  }

  #decode(value) {
    return decode(value, { errorClass: this.#errorClass });
  }
}

// A divergence is reported through `fail`; here nobody could catch it.
function quietly(body) {
  try {
    body();
  } catch (error) {
    if (!(error instanceof Divergence)) throw error;
  }
}

function stepOf(entry, index) {
  if (entry[0] === "call") {
    const [, n, kind, name, request] = entry;
    return { index, n, kind, name, request };
  }
  const [outcome, kind, name, request, value] = entry;
  return { index, kind, name, request, value, failed: outcome === "throw" };
}

function sameCall(step, actual) {
  return (
    step.kind === actual.kind &&
    step.name === actual.name &&
    // Through JSON, as the recording went.
    isDeepStrictEqual(step.request, JSON.parse(JSON.stringify(actual.request ?? null)))
  );
}

function shown({ kind, name, request }) {
  return { kind, name, request };
}

module.exports = { Player, Divergence };
