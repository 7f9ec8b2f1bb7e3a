"use strict";

/** What the runtime refuses to do; `code` tells the cases apart (see index.d.ts). */
class RetryError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "RetryError";
    this.code = code;
  }
}

module.exports = { RetryError };
