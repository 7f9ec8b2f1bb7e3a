"use strict";
// A tape that records. Entries are kept in memory, in the order in which the
// application could observe them, and serialised when the invocation is over.
//
// An entry is an array, because there are many:
//   ["value", kind, name, request, value]    a call that returned at once
//   ["throw", kind, name, request, error]    ... or threw
//   ["call", n, kind, name, request]         an asynchronous call began
//   ["done", n, value], ["fail", n, error]   ... and its result was handed over

const { AsyncResource } = require("node:async_hooks");
const { apart } = require("./invocation");
const { Turns } = require("./turns");
const { encode, isCut } = require("./values");

// One for the process: invocations that overlap share its event loop.
const turns = new Turns();

class Recorder {
  #entries = [];
  #calls = 0;
  #size = 0;
  #limits;
  #redaction;
  #observe;
  #incomplete;
  #closed = false;

  /** `observe` is told of every finished asynchronous call: the raw events. */
  constructor({ redaction, valueLimit, recordingLimit, observe }) {
    this.#limits = { valueLimit, recordingLimit };
    this.#redaction = redaction;
    this.#observe = observe;
  }

  get entries() {
    return this.#entries;
  }

  /** Why this recording cannot be replayed, if something is missing in it. */
  get incomplete() {
    return this.#incomplete;
  }

  encode(value) {
    return encode(value, { redaction: this.#redaction, limit: this.#limits.valueLimit });
  }

  /** Nothing that happens from now on belongs to this invocation. */
  close() {
    this.#closed = true;
  }

  /** Something happened that a replay cannot repeat; `reason` is a whole sentence. */
  unsupported(reason) {
    if (!this.#closed) this.#incomplete ??= reason;
  }

  synchronous({ kind, name, request }, perform) {
    let value;
    try {
      value = apart(perform);
    } catch (error) {
      this.#note(["throw", kind, name, this.encode(request), this.encode(error)]);
      throw error;
    }
    this.#note(["value", kind, name, this.encode(request), this.#result(kind, name, value)]);
    return value;
  }

  /** Like `synchronous`, for small plain values of hot functions (clock, chance). */
  plain(kind, name, perform) {
    const value = perform();
    this.#note(["value", kind, name, null, value]);
    return value;
  }

  /**
   * `start(done)` performs the call and calls `done({ value } | { error })`
   * once; `deliver` hands that to the application. `decode` of a replay is not
   * needed here: the application gets what the call really gave.
   */
  asynchronous({ kind, name, request }, start, deliver) {
    const n = ++this.#calls;
    const asked = this.encode(request);
    this.#note(["call", n, kind, name, asked]);
    // The callback of a library may run in a context of the library's own.
    const handOver = AsyncResource.bind(deliver);
    const done = (outcome) =>
      turns.next(() => {
        this.#finished({ n, kind, name, asked }, outcome);
        handOver(outcome);
      });
    apart(() => start(done));
    return n;
  }

  #finished({ n, kind, name, asked }, outcome) {
    if (this.#closed) return;
    const failed = "error" in outcome;
    const given = failed
      ? this.encode(outcome.error)
      : this.#result(kind, name, "recorded" in outcome ? outcome.recorded : outcome.value);
    this.#note([failed ? "fail" : "done", n, given]);
    this.#observe?.({ kind, name, request: asked, [failed ? "error" : "response"]: given });
  }

  #result(kind, name, value) {
    const encoded = this.encode(value);
    if (this.#incomplete === undefined && typeof encoded === "object" && isCut(encoded)) {
      this.unsupported(`The result of ${kind} ${name} is larger than APLOMB_VALUE_LIMIT.`);
    }
    return encoded;
  }

  #note(entry) {
    if (this.#closed) return;
    if (this.#size > this.#limits.recordingLimit) {
      this.unsupported("The recording is larger than APLOMB_RECORDING_LIMIT.");
      return;
    }
    this.#size += sizeOf(entry);
    this.#entries.push(entry);
  }
}

// A rough size: what matters is that memory is bounded, not by how many bytes.
function sizeOf(value) {
  if (typeof value === "string") return value.length + 2;
  if (value === null || typeof value !== "object") return 8;
  let size = 2;
  for (const name in value) size += name.length + sizeOf(value[name]);
  return size;
}

module.exports = { Recorder };
