"use strict";
// A transaction of two: the row of the log if it is not there, and the write. Row
// refused: the write is done, and the row has its outcome. Only the user's
// condition refused: the refusal becomes the outcome, unless another attempt of
// the same request was faster.

const { REFUSED } = require("../attempt");
const { RetryError } = require("../errors");
const { decode, encode } = require("../values");
const { callOfDynamodb, cancellation, conditionFailed, metadata, nameOf, send, transactionCancelled } = require("./client");
const { replied } = require("./replies");
const { itemOf, keyOf, tableName, valueOf } = require("./rows");

const MEMBERS = { PutItem: "Put", UpdateItem: "Update", DeleteItem: "Delete" };
const LEGACY = ["Expected", "AttributeUpdates", "ConditionalOperator"];

// Codes of a cancelled transaction after which the same transaction may succeed.
const PASSING = /TransactionConflict|ThrottlingError|ProvisionedThroughputExceeded|RequestLimitExceeded/;
const FAILED = "ConditionalCheckFailed";
const TRIES = 25;

const recognises = (parts) => callOfDynamodb(parts) !== undefined;

async function once(attempt, row, parts) {
  const call = callOfDynamodb(parts);
  const log = { row, table: attempt.log.table ?? tableName() };
  const writes = writesOf(call);
  const found = await replied(call, (plan) => transact(call, log, writes, plan));
  return outcome(call, found);
}

/** The writes of a call as items of a transaction. */
function writesOf({ operation, input }) {
  const legacy = LEGACY.find((name) => input[name] !== undefined);
  if (legacy) throw new RetryError("NOT_SUPPORTED", `once() does not support the parameter ${legacy}: use expressions`);
  const member = MEMBERS[operation];
  if (member) return [{ [member]: memberInput(input) }];
  if (operation === "TransactWriteItems") return input.TransactItems;
  if (operation === "BatchWriteItem") return batch(input.RequestItems);
  throw new RetryError("NOT_SUPPORTED", `once() does not support ${operation}: it is for PutItem, UpdateItem, DeleteItem, TransactWriteItems and BatchWriteItem`);
}

function memberInput({ ReturnValues, ReturnConsumedCapacity, ReturnItemCollectionMetrics, ...input }) {
  return input;
}

function batch(tables) {
  return Object.entries(tables).flatMap(([TableName, requests]) =>
    requests.map(({ PutRequest, DeleteRequest }) =>
      PutRequest ? { Put: { TableName, ...PutRequest } } : { Delete: { TableName, ...DeleteRequest } },
    ),
  );
}

/**
 * Writes row and writes together. Ends with the outcome that counts, whoever wrote
 * it; with `{ changed: true }` if what `plan` requires of the item does not hold.
 */
async function transact(call, log, writes, plan = {}) {
  const outcome = { reply: plan.reply ?? {} };
  const items = plan.condition ? [conditioned(writes[0], plan.condition)] : writes;
  const { codes, error } = await cancelled(call, [logged(call, log, outcome), ...items]);
  if (!error) return outcome;
  if (codes?.[0] === FAILED) return adopted(call, log);
  if (!codes?.includes(FAILED)) throw error;
  if (plan.condition) return refusedOrChanged(call, log, writes[0]);
  return refusal(call, log, refusedBy(call, codes, error));
}

/** Sends a transaction until it succeeds or is cancelled for good. */
async function cancelled(call, TransactItems) {
  for (let tries = 1; ; tries += 1) {
    try {
      await send(call, "TransactWriteItems", { TransactItems });
      return {};
    } catch (error) {
      const codes = cancellation(error);
      const passing = nameOf(error) === "TransactionInProgressException" || codes?.some((code) => PASSING.test(code));
      const final = codes?.includes(FAILED) || !passing || tries === TRIES;
      if (final) return { codes, error };
      await backOff(tries);
    }
  }
}

// Two conditions were joined, and one of them failed. The user's own counts as
// refused only if it does not hold at the moment at which the refusal is written.
async function refusedOrChanged(call, log, write) {
  const [input] = Object.values(write);
  if (!input.ConditionExpression) return { changed: true };
  const { TableName, Key, ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = input;
  const refused = {};
  const check = { TableName, Key, ConditionExpression: `NOT (${ConditionExpression})` };
  Object.assign(check, mentioned(ConditionExpression, { ExpressionAttributeNames, ExpressionAttributeValues }));
  const { codes, error } = await cancelled(call, [logged(call, log, { refused }), { ConditionCheck: check }]);
  if (!error) return { refused };
  if (codes?.[0] === FAILED) return adopted(call, log);
  if (codes?.includes(FAILED)) return { changed: true };
  throw error;
}

// DynamoDB refuses names and values that an expression does not use.
function mentioned(expression, parameters) {
  const used = new Set(expression.match(/[#:][\w-]+/g));
  const kept = Object.entries(parameters).map(([parameter, entries]) => [
    parameter,
    Object.fromEntries(Object.entries(entries ?? {}).filter(([name]) => used.has(name))),
  ]);
  return Object.fromEntries(kept.filter(([, entries]) => Object.keys(entries).length > 0));
}

function logged({ document }, { row, table }, outcome) {
  return {
    Put: { TableName: table, Item: itemOf(row, encode(outcome), document), ConditionExpression: "attribute_not_exists(#request)", ExpressionAttributeNames: { "#request": "request" } },
  };
}

// Conditions are joined by AND; the user's own may be any expression.
function conditioned(write, { expression, names, values }) {
  const [[member, input]] = Object.entries(write);
  const own = input.ConditionExpression;
  return {
    [member]: {
      ...input,
      ConditionExpression: own ? `(${own}) AND ${expression}` : expression,
      ExpressionAttributeNames: { ...input.ExpressionAttributeNames, ...names },
      ...(Object.keys({ ...input.ExpressionAttributeValues, ...values }).length > 0 && {
        ExpressionAttributeValues: { ...input.ExpressionAttributeValues, ...values },
      }),
    },
  };
}

/** The outcome that another attempt, or this one before, has written. */
async function adopted(call, { row, table }) {
  const reply = await send(call, "GetItem", { TableName: table, Key: keyOf(row, call.document), ConsistentRead: true });
  const value = valueOf(reply.Item, call.document);
  if (value === undefined) throw new RetryError("ROW_VANISHED", `the row of ${row.step} vanished: its ttl is shorter than an attempt takes`);
  return decode(value);
}

async function refusal(call, log, refused) {
  const { Put } = logged(call, log, { refused });
  try {
    await send(call, "PutItem", Put);
    return { refused };
  } catch (error) {
    if (nameOf(error) !== `${FAILED}Exception`) throw error;
    return adopted(call, log);
  }
}

function refusedBy({ operation }, codes, error) {
  if (operation === "TransactWriteItems") {
    const reasons = (error.CancellationReasons ?? codes.map((Code) => ({ Code }))).slice(1);
    return { reasons: reasons.map((reason) => ({ ...reason })) };
  }
  const reason = error.CancellationReasons?.[1];
  return { message: reason?.Message, item: reason?.Item };
}

/** What the user's own call would have returned or thrown. */
function outcome(call, { reply, refused }) {
  if (refused === undefined) return { ...metadata(call), ...(call.operation === "BatchWriteItem" && { UnprocessedItems: {} }), ...reply };
  const error = refused.reasons ? transactionCancelled(call, refused.reasons) : conditionFailed(call, refused);
  throw Object.assign(error, { [REFUSED]: true });
}

function backOff(tries) {
  const milliseconds = Math.random() * Math.min(10 * 2 ** tries, 500);
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

module.exports = { once, recognises };
