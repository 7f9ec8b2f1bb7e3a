"use strict";
// The records of a batch: what is done with one belongs to its own request. Loops
// stay loops, since a closure around their body would break return and continue.

const { Attempt, attempts, current, named } = require("./attempt");
const { RetryError } = require("./errors");
const { ofRecord } = require("./identities");

/** The records of a batch; while one is handled, the identity is its own. */
function records(batch, identity) {
  if (!Array.isArray(batch)) throw new TypeError("records() takes the array of records of an event");
  const { settings } = current();
  const attemptOf = (record) => new Attempt(settings, factsOf(record, identity));
  const copy = batch.slice();
  define(copy, Symbol.iterator, function* iterate() {
    const outer = attempts.getStore();
    try {
      for (const record of batch) {
        attempts.enterWith(attemptOf(record));
        yield record;
      }
    } finally {
      attempts.enterWith(outer);
    }
  });
  for (const method of ["map", "forEach", "filter", "flatMap", "some", "every", "find"]) {
    define(copy, method, (action, receiver) =>
      batch[method]((record, ...rest) =>
        attempts.run(attemptOf(record), () => action.call(receiver, record, ...rest)),
      ),
    );
  }
  return copy;
}

function define(array, name, value) {
  Object.defineProperty(array, name, { value, enumerable: false });
}

function factsOf(record, identity) {
  const known = record && ofRecord(record);
  const own = identity && { ...known, kind: "record", id: named(identity(record)) };
  const facts = own ?? known;
  if (facts?.id !== undefined) return facts;
  throw new RetryError(
    "NO_IDENTITY",
    "this record has no identity: pass a function that computes it, as in records(event.Records, (record) => ...)",
  );
}

module.exports = { records };
