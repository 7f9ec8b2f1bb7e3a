"use strict";
// Which invocation does this code run for? Hooks ask here and get a *tape*: a
// Recorder that notes what happens, or a Player that answers from a recording.
//
// Before the first invocation, while modules load, there is a tape too: what a
// module reads at the top level is part of every invocation that follows.
// Within `apart(...)` there is none: the inside of a recorded call (an SDK that
// reads the clock to sign a request) belongs to that call.

const { AsyncLocalStorage } = require("node:async_hooks");

const APART = Symbol("apart");
const storage = new AsyncLocalStorage();
let loading;
let isLoading = false;

/** The tape of the current invocation or of the load phase; undefined where nothing is taped. */
function current() {
  const tape = storage.getStore() ?? (isLoading ? loading : undefined);
  return tape === APART ? undefined : tape;
}

/** Runs `body` for the invocation of `tape`. */
function within(tape, body) {
  return storage.run(tape, body);
}

/** Whether this code runs for some invocation. */
function isWithin() {
  const tape = storage.getStore();
  return tape !== undefined && tape !== APART && tape !== loading;
}

/** Runs `body` without taping what it does. */
function apart(body) {
  return storage.run(APART, body);
}

/** Runs `body`, which loads modules of the application, also after the first invocation. */
function whileLoading(body) {
  return storage.run(loading ?? APART, body);
}

/** What happens outside of invocations goes to `tape`, until `loaded()`. */
function setLoading(tape) {
  loading = tape;
  isLoading = true;
}

/** The modules are loaded: what happens outside of invocations is not taped any more. */
function loaded() {
  isLoading = false;
}

module.exports = { current, within, isWithin, apart, whileLoading, setLoading, loaded };
