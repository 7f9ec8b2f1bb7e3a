"use strict";
// Which request an attempt belongs to, per trigger. An identity is a function of
// the handler's arguments. Ready-made ones also know when the request came into
// being, and for how long its trigger can deliver it again.

const DAY = 24 * 3600;

/** Rows live this long where nobody knows better. */
const DEFAULT_TTL = 30 * DAY;

// `of`, `time`: of one record. `window`: seconds in which the trigger may deliver
// it again; the time that an attempt itself takes is added to it by a day's margin.
const RECORDS = {
  sqs: {
    here: (record) => record.eventSource === "aws:sqs",
    of: (record) => record.messageId,
    time: (record) => Number(record.attributes?.SentTimestamp),
    window: 14 * DAY, // the longest retention of a queue
  },
  sns: {
    here: (record) => record.EventSource === "aws:sns",
    of: (record) => record.Sns.MessageId,
    time: (record) => Date.parse(record.Sns.Timestamp),
    window: 23 * DAY, // SNS delivers to Lambda for 23 days
  },
  s3: {
    here: (record) => record.eventSource === "aws:s3",
    of: ({ s3: { bucket, object } }) => JSON.stringify([bucket.name, object.key, object.versionId ?? "", object.sequencer]),
    time: (record) => Date.parse(record.eventTime),
    window: 7 * DAY,
  },
  stream: {
    here: (record) => record.eventSource === "aws:dynamodb" || record.eventSource === "aws:kinesis",
    of: (record) => `${record.eventSourceARN}/${record.eventID}`,
    time: (record) =>
      1000 * (record.dynamodb?.ApproximateCreationDateTime ?? record.kinesis?.approximateArrivalTimestamp),
    window: 7 * DAY, // streams of DynamoDB keep a day, Kinesis by default too: `ttl` for more
  },
};

/** The identity of a record by its shape: `{ kind, id, time, ttl }`. */
function ofRecord(record) {
  const found = Object.entries(RECORDS).find(([, trigger]) => trigger.here(record));
  if (!found) return undefined;
  const [kind, trigger] = found;
  const time = trigger.time(record);
  return { kind, id: trigger.of(record), time: Number.isNaN(time) ? undefined : time, ttl: trigger.window + DAY };
}

// A batch as a whole has an identity only if it is a batch of one: the next
// delivery may bundle its records differently.
function perRecord(kind) {
  const only = (event) => (event?.Records?.length === 1 ? ofRecord(event.Records[0]) : undefined);
  return readyMade(kind, (event) => only(event)?.id, {
    time: (event) => only(event)?.time,
    ttl: RECORDS[kind].window + DAY,
    batch: true,
  });
}

function readyMade(kind, identity, facts) {
  return Object.assign(identity, { kind, ...facts });
}

function header(headers, name) {
  if (typeof headers?.get === "function") return headers.get(name) ?? undefined;
  const found = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name);
  return found && String(found[1]);
}

function http(event) {
  const key = header(event?.headers, "idempotency-key");
  if (!key) return undefined;
  const method = event.requestContext?.http?.method ?? event.httpMethod ?? event.method ?? "";
  const path = event.rawPath ?? event.path ?? event.url ?? "";
  return `${method} ${path} ${key}`;
}

const identities = {
  sqs: perRecord("sqs"),
  sns: perRecord("sns"),
  s3: perRecord("s3"),
  stream: perRecord("stream"),
  eventBridge: readyMade("eventBridge", (event) => event?.id && `${event.source}/${event.id}`, {
    time: (event) => Date.parse(event.time),
    ttl: 2 * DAY, // EventBridge delivers for 24 hours, Lambda's own queue for 6 more
  }),
  invocation: readyMade("invocation", (_event, context) => context?.awsRequestId, { ttl: DAY }), // 6 hours
  http: readyMade("http", http, { ttl: 2 * DAY }),
  stepFunctions: readyMade(
    "stepFunctions",
    (event) => event?.execution && event.state && `${event.execution}/${event.state}`,
    { ttl: 90 * DAY },
  ),
};

module.exports = { DEFAULT_TTL, identities, ofRecord };
