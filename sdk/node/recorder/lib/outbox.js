"use strict";
// Where finished invocations are handed over to be written.
//
// On the platform, which freezes the process with the answer, they are written
// before it. Elsewhere a thread of their own writes them: the application's
// thread takes snapshots and does nothing else.

const path = require("node:path");
const { apart } = require("./invocation");

// The real one: hooks replace the global.
const { setTimeout } = globalThis;
const now = performance.now.bind(performance);
// Waking a thread costs more than what it is told: invocations go together.
const GATHER_MILLISECONDS = 20;
// What a busy machine may need to start a thread, at the end of a short process.
const START_MILLISECONDS = 2000;

/**
 * The outbox that the settings ask for: `post(kind, message)` for the method
 * `kind` of the writer, and `flush()` for when the answer is due.
 */
function outboxOf(settings) {
  return settings.frozenAfterAnswer ? new Direct(settings) : new Threaded(settings);
}

class Direct {
  #settings;
  #sink;
  #writer;

  constructor(settings) {
    // Here and not above: a cold start loads only what it needs.
    const { sinkOf } = require("./sink");
    const { Writer } = require("./writer");
    this.#settings = settings;
    this.#sink = sinkOf(settings);
    this.#writer = new Writer(settings, this.#sink);
  }

  post(kind, message) {
    this.#writer[kind](message);
  }

  /** Resolves when everything was sent, or when the deadline is over. */
  flush() {
    return this.#sink.flush(this.#settings.flushMilliseconds);
  }
}

class Threaded {
  #settings;
  #worker;
  #waiting = [];
  #posted = 0;
  // Bytes, roughly, of each message that the thread has not written yet.
  #unwritten = [];
  // The thread counts what it has written: [0] messages, [1] whether it runs.
  #done = new Int32Array(new SharedArrayBuffer(8));
  dropped = 0;

  constructor(settings) {
    this.#settings = settings;
    process.on("exit", () => this.#finish());
  }

  post(kind, message) {
    this.#waiting.push([kind, message]);
    if (this.#waiting.length === 1) apart(() => setTimeout(() => this.#hand(), GATHER_MILLISECONDS).unref());
  }

  flush() {
    return Promise.resolve();
  }

  #hand() {
    const messages = this.#waiting.splice(0);
    if (messages.length === 0) return;
    this.#unwritten.splice(0, this.#unwritten.length - (this.#posted - Atomics.load(this.#done, 0)));
    const size = messages.reduce((sum, [, message]) => sum + message.size, 0);
    if (this.#unwritten.reduce((sum, bytes) => sum + bytes, size) > this.#settings.queueLimit) {
      this.dropped += messages.length;
      return;
    }
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(messages);
      this.#posted += 1;
      this.#unwritten.push(size);
    } catch {
      // Something that cannot be copied, or no more threads: the application goes first.
      this.dropped += messages.length;
    }
  }

  #start() {
    const { Worker } = require("node:worker_threads");
    const worker = apart(
      () =>
        new Worker(path.join(__dirname, "worker.js"), {
          workerData: { settings: this.#settings, done: this.#done },
          // Not the recorder again.
          execArgv: [],
          env: {},
        }),
    );
    worker.on("error", () => {});
    worker.unref();
    return worker;
  }

  // The process ends: what is under way has until the deadline.
  #finish() {
    this.#hand();
    if (this.#posted === 0) return;
    const { flushMilliseconds } = this.#settings;
    const end = now() + flushMilliseconds + (Atomics.load(this.#done, 1) ? 0 : START_MILLISECONDS);
    for (let done = Atomics.load(this.#done, 0); done < this.#posted; done = Atomics.load(this.#done, 0)) {
      const left = end - now();
      if (left <= 0 || Atomics.wait(this.#done, 0, done, left) === "timed-out") return;
    }
  }
}

module.exports = { outboxOf };
