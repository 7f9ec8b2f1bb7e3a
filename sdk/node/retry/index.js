"use strict";
// What a handler imports. Each name is documented in index.d.ts.

const { configure, retrySafe, startedAt } = require("./lib/attempt");
const { derivedBytes, derivedRandom, derivedUuid, idempotencyKey } = require("./lib/derived");
const { RetryError } = require("./lib/errors");
const { identities } = require("./lib/identities");
const { atLeastOnce, atMostOnce, keep } = require("./lib/keep");
const { logs } = require("./lib/logs");
const { once, onceInItem } = require("./lib/once");
const { records } = require("./lib/records");

module.exports = {
  RetryError,
  atLeastOnce,
  atMostOnce,
  configure,
  derivedBytes,
  derivedRandom,
  derivedUuid,
  idempotencyKey,
  identities,
  keep,
  logs,
  once,
  onceInItem,
  records,
  retrySafe,
  startedAt,
};
