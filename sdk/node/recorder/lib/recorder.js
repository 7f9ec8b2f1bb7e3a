"use strict";
// A tape that records. Entries are kept in memory, in the order in which the
// application could observe them, and written (writer.js) when the invocation is over.
//
// An entry is written as an array, because there are many:
//   ["value", kind, name, request, value]    a call that returned at once
//   ["throw", kind, name, request, error]    ... or threw
//   ["call", n, kind, name, request]         an asynchronous call began
//   ["done", n, value], ["fail", n, error]   ... and its result was handed over

const { AsyncResource } = require("node:async_hooks");
const { apart } = require("./invocation");
const { snapshot, tagged } = require("./snapshot");
const { Turns } = require("./turns");

const { now } = Date;
// One for the process: invocations that overlap share its event loop.
const turns = new Turns();

class Recorder {
  #entries = [];
  #calls = 0;
  #meter = { size: 0 };
  #limit;
  #observe;
  #incomplete;
  #closed = false;

  /** `observe({ call, result, time })` is told of every finished asynchronous call, as entries. */
  constructor({ recordingLimit, observe }) {
    this.#limit = recordingLimit;
    this.#observe = observe;
  }

  /** What was taped so far, in snapshots. */
  get entries() {
    return this.#entries;
  }

  /** Roughly the bytes of all snapshots. */
  get size() {
    return this.#meter.size;
  }

  /** Why this recording cannot be replayed, if something is missing in it. */
  get incomplete() {
    return this.#incomplete;
  }

  /** A value as it is now. What cannot even be looked at (a getter that throws) has no snapshot. */
  snapshot(value) {
    try {
      return snapshot(value, this.#meter);
    } catch {
      this.unsupported("A value that throws when it is read is not supported by the recorder.");
      return tagged("unreadable");
    }
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
      this.#note({ what: "throw", kind, name, request: this.snapshot(request), given: this.snapshot(error) });
      throw error;
    }
    this.#note({ what: "value", kind, name, request: this.snapshot(request), given: this.snapshot(value) });
    return value;
  }

  /** Like `synchronous`, for small plain values of hot functions (clock, chance). */
  plain(kind, name, perform) {
    const value = perform();
    this.#meter.size += 8;
    this.#note({ what: "value", kind, name, request: null, given: value });
    return value;
  }

  /**
   * `start(done)` performs the call and calls `done({ value } | { error })`
   * once; `deliver` hands that to the application. `decode` of a replay is not
   * needed here: the application gets what the call really gave.
   */
  asynchronous({ kind, name, request }, start, deliver) {
    const n = ++this.#calls;
    const call = { what: "call", n, kind, name, request: this.snapshot(request) };
    this.#note(call);
    // The callback of a library may run in a context of the library's own.
    const context = new AsyncResource("aplomb");
    const done = (outcome) =>
      turns.next(() => {
        this.#finished(call, outcome);
        context.runInAsyncScope(deliver, undefined, outcome);
      });
    apart(() => start(done));
    return n;
  }

  /**
   * Like `asynchronous`, for work that a replay does for real (compression, files of the
   * application): only the order in which it ended is recorded.
   */
  ordered(name, start, deliver) {
    const call = { kind: "order", name, request: null };
    this.asynchronous(call, (done) => start((outcome) => done({ value: outcome, recorded: null })), ({ value }) => deliver(value));
  }

  #finished(call, outcome) {
    if (this.#closed) return;
    const { n, kind, name } = call;
    const failed = "error" in outcome;
    const given = failed ? outcome.error : "recorded" in outcome ? outcome.recorded : outcome.value;
    const result = { what: failed ? "fail" : "done", n, kind, name, given: this.snapshot(given) };
    this.#note(result);
    this.#observe?.({ call, result, time: now() });
  }

  #note(entry) {
    if (this.#closed) return;
    // Memory is bounded; by how many bytes exactly does not matter.
    if (this.#meter.size > this.#limit) {
      this.unsupported("The recording is larger than APLOMB_RECORDING_LIMIT.");
      return;
    }
    entry.at = this.#entries.push(entry) - 1;
  }
}

module.exports = { Recorder };
