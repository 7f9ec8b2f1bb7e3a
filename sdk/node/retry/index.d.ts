/**
 * Makes handlers safe to retry, and logs only what must be logged.
 *
 *     const { retrySafe, identities, once, derivedUuid } = require("@aplomb/retry");
 *
 *     exports.handler = retrySafe(identities.sns, async (event) => {
 *       const id = derivedUuid("handler.id");
 *       await once("handler.update", db, new UpdateCommand({ ... }));
 *       return { id };
 *     });
 *
 * Every call of the handler is one attempt at a request, and the identity says which.
 * A step is named by its site. An attempt that comes to a step for which the log has
 * an outcome goes on with that outcome.
 */

/**
 * Where a step stands: a text that is unique in the function and stays when lines move.
 * In loops and in helpers that are called more than once, an array with keys that tell
 * the calls apart and are the same on a retry: `["handler.update", item.id]`.
 */
export type Site = string | readonly [string, ...(string | number | bigint | boolean)[]];

/** Names the request that a call of the handler belongs to. It must be the same for every attempt. */
export type Identity = (...args: any[]) => string | number | undefined;

export interface Options {
  /** The name of the function, a part of every identity; by default the one that Lambda gives it. */
  name?: string;
  /** Where rows live; by default the table `$APLOMB_RETRY_TABLE` (or `aplomb_retry`) of DynamoDB. */
  log?: Log;
  /** How many seconds rows live: longer than the trigger may deliver a request again. */
  ttl?: number;
  /** Makes derived values unpredictable; by default `$APLOMB_RETRY_SECRET`. */
  secret?: string;
  /** Keeps the time of the first attempt, for `startedAt()`: one write. */
  time?: boolean;
  /**
   * Refuses to run while another attempt at the same request runs (`ATTEMPT_RUNNING`): two
   * writes. For handlers with steps that are safe to repeat, but not while they are running.
   */
  lease?: boolean;
}

/** The handler, whose steps recognise a retry. It takes what it took before, callbacks included. */
export function retrySafe<Handler extends (...args: any[]) => any>(
  identity: (...args: Parameters<Handler>) => string | number | undefined,
  handler: Handler,
  options?: Options,
): Handler;

/**
 * Ready-made identities. Those of queues, topics, buckets and streams name one record: an
 * event with a single record has its identity, a larger batch needs `records()`.
 */
export const identities: {
  /** SQS: the messageId. A redrive from a dead-letter queue gives a new one: prefer a key of your own. */
  sqs: Identity;
  /** SNS: the MessageId. */
  sns: Identity;
  /** Notifications of S3: bucket, key, version and sequencer. */
  s3: Identity;
  /** Streams of DynamoDB and Kinesis: the eventID. */
  stream: Identity;
  /** EventBridge: source and id. */
  eventBridge: Identity;
  /** Asynchronous invocations alone: the awsRequestId. Others get a new one with every attempt. */
  invocation: Identity;
  /** HTTP: the header Idempotency-Key, with method and path. */
  http: Identity;
  /** Step Functions: the fields `execution` ($$.Execution.Id) and `state` ($$.State.Name) of the event. */
  stepFunctions: Identity;
};

/**
 * The records of a batch. While one is handled, in a loop over the result or in a function
 * given to its `map`, `forEach` and the like, the identity is the record's own.
 */
export function records<Record>(batch: readonly Record[], identity?: (record: Record) => string | number): Record[];

type Callback<Reply> = (error: any, reply?: Reply) => void;

/**
 * A write that takes effect exactly once. Every attempt gets the outcome of the first: its
 * reply, or its refusal as the ConditionalCheckFailedException that the client would throw.
 *
 *     once("handler.update", db, new UpdateCommand({ ... }))          // AWS SDK 3
 *     once("handler.update", db, "update", { ... })                   // SDK 2, aggregated clients
 *     once("handler.update", db, "update", { ... }, callback)
 *     once("handler.query", pool, "query", "UPDATE ...", [id])        // pg, mysql2
 *     once("handler.pay", pool, async (client) => { ... })            // several statements
 *     once("handler.incrby", redis, "incrby", "hits", 1)              // ioredis, redis
 *
 * The row is written with the effect, in the same store. DynamoDB: a transaction, so log
 * and item share account and region; ReturnValues cost a read. Rows that SQL returns come
 * back as JSON has them.
 */
export function once<Result>(site: Site, pool: object, transaction: (client: any) => Promise<Result>): Promise<Result>;
export function once(site: Site, client: object, command: object): Promise<any>;
export function once(site: Site, client: object, command: object, callback: Callback<any>): void;
export function once(site: Site, client: object, method: string, ...args: any[]): Promise<any>;

/**
 * The same by a mark in the item itself, which costs no more than the update. Only for
 * UpdateItem without a condition, on items that nobody puts or deletes, and not for items
 * that very many requests update: the marks stay.
 */
export function onceInItem(site: Site, client: object, command: object): Promise<any>;
export function onceInItem(site: Site, client: object, method: string, ...args: any[]): Promise<any>;

/**
 * The value that the first attempt got, for reads and other sources: one write. The value
 * is kept by value: JSON, dates, bytes, sets, maps, bigints.
 *
 *     const { Item } = await keep("handler.get", () => db.send(new GetCommand({ ... })));
 */
export function keep<Value>(site: Site, source: () => Value | Promise<Value>): Promise<Value>;
export function keep(site: Site, client: object, command: object, callback?: Callback<any>): Promise<any>;
export function keep(site: Site, client: object, method: string, ...args: any[]): Promise<any>;

/**
 * An effect on a service that takes no key: never repeated, at the price that a crash just
 * before it loses it. A retry that cannot know gets `undefined`. Two writes.
 */
export function atMostOnce<Value>(site: Site, effect: () => Value | Promise<Value>): Promise<Value | undefined>;
export function atMostOnce(site: Site, client: object, command: object, callback?: Callback<any>): Promise<any>;
export function atMostOnce(site: Site, client: object, method: string, ...args: any[]): Promise<any>;

/** An effect that is never lost, at the price that a crash just after it repeats it. A read and a write. */
export function atLeastOnce<Value>(site: Site, effect: () => Value | Promise<Value>): Promise<Value>;
export function atLeastOnce(site: Site, client: object, command: object, callback?: Callback<any>): Promise<any>;
export function atLeastOnce(site: Site, client: object, method: string, ...args: any[]): Promise<any>;

/** A key by which a service recognises a repeated call: 64 hexadecimal digits. Costs nothing. */
export function idempotencyKey(site: Site): string;
/** A UUID in place of randomUUID(): the same on every attempt. Costs nothing. */
export function derivedUuid(site: Site): string;
/** A number from 0 to 1, in place of Math.random(). */
export function derivedRandom(site: Site): number;
/** Bytes in place of randomBytes(size). */
export function derivedBytes(site: Site, size: number): Buffer;
/**
 * The time of the request in milliseconds, in place of Date.now(): when its trigger sent
 * it, where the trigger says so; else the time of the first attempt, with `{ time: true }`.
 */
export function startedAt(): number;

/** Settings of all handlers of the process. */
export function configure(settings: Pick<Options, "log" | "name" | "secret">): void;

/** Where rows live. `keep`, the effects and the head row use it; rows of `once` live beside the data. */
export interface Log {
  first(row: Row, text: string): Promise<string>;
  find(row: Row): Promise<string | undefined>;
  remove(row: Row): Promise<unknown>;
  acquire(row: Row, lease: { owner: string; now: number; until: number }): Promise<number | undefined>;
  release(row: Row, owner: string): Promise<unknown>;
}
export interface Row {
  request: string;
  step: string;
  /** Seconds since 1970. */
  ttl: number;
}

export const logs: {
  /** A table with the key (request, step) and the time to live `ttl`. */
  dynamodb(client?: object, options?: { table?: string }): Log;
  /** A pool or client of pg; `schema` creates the table. */
  postgres: ((client: object) => Log) & { schema: string };
  /** A pool or connection of mysql2; `schema` creates the table. */
  mysql: ((client: object) => Log) & { schema: string };
  /** A client of ioredis or redis. */
  redis(client: object): Log;
  /** For tests: rows in memory, writes go to the client as they are. Also by APLOMB_RETRY_LOG=memory. */
  memory(): Log & { clear(): void };
};

/** What the runtime refuses to do. */
export class RetryError extends Error {
  code:
    | "ATTEMPT_RUNNING"
    | "BAD_SITE"
    | "CONTENTION"
    | "NOT_KEEPABLE"
    | "NOT_SUPPORTED"
    | "NO_ATTEMPT"
    | "NO_IDENTITY"
    | "NO_NAME"
    | "NO_SDK"
    | "NO_TIME"
    | "ROW_VANISHED"
    | "SITE_USED_TWICE";
}
