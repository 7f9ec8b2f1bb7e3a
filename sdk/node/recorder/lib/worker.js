"use strict";
// The thread that writes what the application's thread has taped.

const { parentPort, workerData } = require("node:worker_threads");
const { sinkOf } = require("./sink");
const { unpack } = require("./snapshot");
const { Writer } = require("./writer");

const LONGEST_MILLISECONDS = 10_000;
const { settings, done } = workerData;
const sink = sinkOf(settings);
const writer = new Writer(settings, sink);

Atomics.store(done, 1, 1);

parentPort.on("message", (packed) => {
  for (const [kind, message] of unpack(packed)) {
    try {
      writer[kind](message);
    } catch {
      // A recorder that fails is silent.
    }
  }
  sink.flush(LONGEST_MILLISECONDS).then(() => {
    Atomics.add(done, 0, 1);
    Atomics.notify(done, 0);
  });
});
