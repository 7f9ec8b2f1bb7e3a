"use strict";
// Writes that happen once. The row that says so lives in the store of the write,
// and both are written atomically.

const { current } = require("./attempt");
const { answering, callOf } = require("./calls");
const dynamodb = require("./dynamodb/once");
const inItem = require("./dynamodb/in-item");
const { RetryError } = require("./errors");
const redis = require("./redis");
const sql = require("./sql");

/** A write that takes effect once; every attempt gets the outcome of the first. */
function once(site, ...call) {
  return answering(call, (parts) => {
    const attempt = current();
    return attempt.during(site, (row) => {
      if (attempt.log.once) return attempt.log.once(row, callOf(parts));
      const store = [dynamodb, sql, redis].find((candidate) => candidate.recognises(parts));
      if (store) return store.once(attempt, row, parts);
      throw new RetryError("NOT_SUPPORTED", "once() supports DynamoDB (AWS SDK 2 and 3), pg, mysql2, ioredis and redis");
    });
  });
}

/** The same by a mark in the item itself: unconditional updates of items that nobody puts or deletes. */
function onceInItem(site, ...call) {
  return answering(call, (parts) => {
    const attempt = current();
    return attempt.during(site, (row) => {
      if (attempt.log.once) return attempt.log.once(row, callOf(parts));
      return inItem.once(row, parts);
    });
  });
}

module.exports = { once, onceInItem };
