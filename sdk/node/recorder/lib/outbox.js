"use strict";
// Where finished invocations are handed over to be written.
//
// On the platform, which freezes the process with the answer, they are written
// before it. Elsewhere a thread of their own writes them: the application's
// thread takes snapshots and does nothing else.

const path = require("node:path");
const { apart } = require("./invocation");
const { pack } = require("./snapshot");

// The real ones: hooks replace the globals.
const { setImmediate, setTimeout } = globalThis;
const now = performance.now.bind(performance);
// Waking a thread costs more than what it is told: invocations go together.
const GATHER_MILLISECONDS = 20;
// What a busy machine may need to start a thread, at the end of a short process.
const START_MILLISECONDS = 2000;
// A thread that ends again and again is not started for ever.
const MOST_STARTS = 3;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"];

/**
 * The outbox that the settings ask for: `post(kind, message)` for the method
 * `kind` of the writer; `began()` and `ended()` say when the application has
 * work to do, and `ended()` gives a promise that the answer waits for.
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

  began() {}

  post(kind, message) {
    this.#writer[kind](message);
  }

  /** Resolves when everything was sent, or when the deadline is over. */
  ended() {
    return this.#sink.flush(this.#settings.flushMilliseconds);
  }
}

class Threaded {
  #settings;
  #worker;
  #starts = 0;
  #waiting = [];
  #active = 0;
  // Gathered for long enough: handed over as soon as no invocation has to wait for it.
  #isDue = false;
  #timer;
  #posted = 0;
  // What all invocations share, and whether the thread has to hear it again.
  #shared;
  #isShared = true;
  // Bytes, roughly, of each message that the thread has not written yet.
  #unwritten = [];
  // The thread counts what it has written: [0] messages, [1] whether it runs.
  #done;
  dropped = 0;

  constructor(settings) {
    this.#settings = settings;
    process.on("exit", () => this.#finish());
    this.#finishOnSignals();
  }

  began() {
    this.#active += 1;
  }

  ended() {
    this.#active -= 1;
    // After the answer has left.
    if (this.#isDue && this.#active === 0) setImmediate(() => this.#hand());
    return Promise.resolve();
  }

  post(kind, message) {
    if (kind === "process") this.#shared = message;
    if (this.#waiting.push([kind, message]) > 1) return;
    if (this.#timer) this.#timer.refresh();
    else apart(() => (this.#timer = setTimeout(() => this.#gathered(), GATHER_MILLISECONDS).unref()));
  }

  #gathered() {
    // Under a load without a pause the second look does it.
    if (this.#active === 0 || this.#isDue) this.#hand();
    else {
      this.#isDue = true;
      this.#timer.refresh();
    }
  }

  #hand() {
    this.#isDue = false;
    const messages = this.#waiting.splice(0);
    if (messages.length === 0) return;
    const size = messages.reduce((sum, [, message]) => sum + message.size, 0);
    if (this.#unwrittenBytes() + size > this.#settings.queueLimit) {
      this.#drop(messages.length);
      return;
    }
    try {
      this.#worker ??= this.#start();
      if (!this.#isShared) messages.unshift(["process", this.#shared]);
      const packed = pack(messages);
      this.#worker.postMessage(packed, packed.bytes.map(({ buffer }) => buffer));
      this.#isShared = true;
      this.#posted += 1;
      this.#unwritten.push(size);
    } catch {
      // No more threads, or no memory: the application goes first.
      this.#drop(messages.length);
    }
  }

  #drop(count) {
    this.dropped += count;
    this.#isShared = false;
  }

  #unwrittenBytes() {
    if (this.#unwritten.length === 0) return 0;
    this.#unwritten.splice(0, this.#unwritten.length - (this.#posted - Atomics.load(this.#done, 0)));
    return this.#unwritten.reduce((sum, bytes) => sum + bytes, 0);
  }

  #start() {
    if (this.#starts === MOST_STARTS) throw new Error("the thread of the recorder has ended too often");
    this.#starts += 1;
    this.#done = new Int32Array(new SharedArrayBuffer(8));
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
    // What it had not written is lost; the next invocation starts another one.
    worker.on("exit", () => {
      this.#worker = undefined;
      this.#drop(this.#unwritten.length);
      this.#unwritten = [];
      this.#posted = 0;
    });
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

  // A signal ends a process without its last words, unless somebody listens. We do as long
  // as nobody else does, and then end the process as it would have ended without us.
  #finishOnSignals() {
    const listeners = new Map();
    for (const signal of SIGNALS) {
      const listener = () => {
        this.#finish();
        process.off(signal, listener);
        process.kill(process.pid, signal);
      };
      listeners.set(signal, listener);
      process.on(signal, listener);
    }
    process.on("newListener", (name, added) => {
      const own = listeners.get(name);
      // Not before the other one is there: without any, Node stops listening.
      if (own && own !== added) process.nextTick(() => process.off(name, own));
    });
  }
}

module.exports = { outboxOf };
