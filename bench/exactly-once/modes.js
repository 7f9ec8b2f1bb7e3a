"use strict";
// The ways to perform the steps of a handler that are compared.

const { randomUUID } = require("node:crypto");
const retry = require("@aplomb/retry");
const { IdempotencyConfig, makeIdempotent } = require("@aws-lambda-powertools/idempotency");
const { DynamoDBPersistenceLayer } = require("@aws-lambda-powertools/idempotency/dynamodb");

const raw = (db) => ({
  id: () => randomUUID(),
  read: (_site, input) => db.get({ ConsistentRead: true, ...input }),
  write: (_site, method, input) => db[method](input),
});

/** What must be protected is, by transactions; fresh ids are derived. */
const selective = (db) => ({
  id: retry.derivedUuid,
  read: (_site, input) => db.get({ ConsistentRead: true, ...input }),
  write: (site, method, input, { free } = {}) => (free ? db[method](input) : retry.once(site, db, method, input)),
});

/** The same, by marks in items where that is allowed. */
const inItem = (db) => ({
  ...selective(db),
  write: (site, method, input, facts = {}) =>
    facts.inItem ? retry.onceInItem(site, db, method, input) : selective(db).write(site, method, input, facts),
});

/** The same, with the id in the log. */
const idLogged = (db) => ({ ...selective(db), id: (site) => retry.keep(site, () => randomUUID()) });

/** As Beldi does: an intent, every value, every read and every write are logged, the end is marked. */
const everything = (db) => ({
  id: (site) => retry.keep(site, () => randomUUID()),
  read: (site, input) => retry.keep(site, () => db.get({ ConsistentRead: true, ...input })),
  write: (site, method, input) => retry.once(site, db, method, input),
});

/** Ways to perform a unit of work, by mode. */
function unitsOf(workload, db, client) {
  const log = retry.logs.dynamodb(client);
  const persistenceStore = new DynamoDBPersistenceLayer({ tableName: "powertools", awsSdkV3Client: client });
  const config = new IdempotencyConfig({ eventKeyJmesPath: "request", throwOnNoIdempotencyKey: true });
  const safe = (steps, options) => (name, handler) =>
    retry.retrySafe((event) => event.request, handler(steps(db)), { name, log, ...options });
  const wrappers = {
    raw: (_name, handler) => handler(raw(db)),
    selective: safe(selective),
    "in the item": safe(inItem),
    "id logged": safe(idLogged),
    everything: safe(everything, { lease: true }),
    powertools: (name, handler) => makeIdempotent(handler(raw(db)), { persistenceStore, config, keyPrefix: name }),
  };
  const unit = (wrap) => {
    const handlers = Object.fromEntries(Object.entries(workload.handlers).map(([name, handler]) => [name, wrap(name, handler)]));
    return (event) => workload.unit((name, given) => handlers[name](given, CONTEXT), event);
  };
  return Object.fromEntries(Object.entries(wrappers).map(([mode, wrap]) => [mode, unit(wrap)]));
}

const CONTEXT = { functionName: "bench", getRemainingTimeInMillis: () => 30_000 };

module.exports = { MODES: ["raw", "selective", "in the item", "id logged", "everything", "powertools"], unitsOf };
