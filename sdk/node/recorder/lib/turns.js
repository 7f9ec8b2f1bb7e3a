"use strict";
// Hands results to the application one at a time: two results that arrive in
// the same turn of the event loop are handed over in two turns, so that what
// the application does with the first is over before it sees the second. A
// replay does the same, which is why it can repeat the order exactly.

const { apart } = require("./invocation");

// The real one: hooks replace the global.
const { setImmediate } = globalThis;

class Turns {
  #waiting = [];
  #busy = false;

  /** Calls `deliver` now, or in a turn of its own if this turn has had a delivery. */
  next(deliver) {
    if (this.#busy) {
      this.#waiting.push(deliver);
      return;
    }
    this.#begin();
    deliver();
  }

  #begin() {
    this.#busy = true;
    apart(() => setImmediate(() => this.#end()));
  }

  #end() {
    this.#busy = false;
    const deliver = this.#waiting.shift();
    if (deliver) this.next(deliver);
  }
}

module.exports = { Turns };
