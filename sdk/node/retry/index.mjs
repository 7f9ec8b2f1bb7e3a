import retry from "./index.js";

export const {
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
} = retry;
