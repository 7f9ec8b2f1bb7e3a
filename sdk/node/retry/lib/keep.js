"use strict";
// Values and effects from outside. The first value that reaches the log wins, and
// every attempt goes on with what the log gives back.

const { randomUUID } = require("node:crypto");
const { current } = require("./attempt");
const { answering, callOf } = require("./calls");
const { decode, encode } = require("./values");

/** The value that the first attempt got: for reads and other sources. */
function keep(site, ...call) {
  return answering(call, (parts) => {
    const attempt = current();
    return attempt.during(site, async (row) => {
      const value = await callOf(parts)();
      return decode(await attempt.log.first(row, encode(value)));
    });
  });
}

/** An effect that is repeated only if nobody knows that it happened. */
function atLeastOnce(site, ...call) {
  return answering(call, (parts) => {
    const attempt = current();
    return attempt.during(site, async (row) => {
      const known = await attempt.log.find(row);
      if (known !== undefined) return decode(known);
      const value = await callOf(parts)();
      return decode(await attempt.log.first(row, encode(value)));
    });
  });
}

/** An effect that is never repeated: a row says that it may have happened before it does. */
function atMostOnce(site, ...call) {
  return answering(call, (parts) => {
    const attempt = current();
    return attempt.during(site, async (row) => {
      const outcome = { ...row, step: `${row.step}/outcome` };
      const intent = encode(randomUUID());
      if ((await attempt.log.first(row, intent)) !== intent) {
        const known = await attempt.log.find(outcome);
        return known === undefined ? undefined : decode(known);
      }
      const value = await callOf(parts)().catch(async (error) => {
        if (wasRejected(error)) await attempt.log.remove(row);
        throw error;
      });
      return decode(await attempt.log.first(outcome, encode(value)));
    });
  });
}

// The service has answered that it did nothing (AWS SDK 3 and 2), so the next
// attempt may try. After any other error nobody knows.
function wasRejected(error) {
  const status = error?.$metadata?.httpStatusCode ?? error?.statusCode;
  return status >= 400 && status < 500;
}

module.exports = { atLeastOnce, atMostOnce, keep };
