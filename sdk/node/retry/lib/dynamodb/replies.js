"use strict";
// Replies with values. A transaction returns none, so the item is read first, the
// reply is computed, and the transaction requires that what the reply is computed
// from has not changed since. Otherwise: again.
//
// What cannot be required is that an item has no further attributes. A reply of
// ALL_OLD or ALL_NEW may therefore lack an attribute that another write added to the
// item between read and transaction, if it touched nothing else of the item.

const { RetryError } = require("../errors");
const { applied, attributesOf, parse } = require("./expression");
const { formOf } = require("./forms");
const { send } = require("./client");

const TRIES = 50;

/**
 * Performs a write with the reply that it asks for. `transact` takes what is to be
 * required and replied, and says `{ changed: true }` if the item is no longer as it was.
 */
async function replied(call, transact) {
  const wanted = call.input.ReturnValues ?? "NONE";
  if (wanted === "NONE") return transact();
  if (call.operation === "PutItem") {
    throw new RetryError("NOT_SUPPORTED", "once() does not support ReturnValues of PutItem: keep() what you need from a read before");
  }
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const { TableName, Key } = call.input;
    const { Item } = await send(call, "GetItem", { TableName, Key, ConsistentRead: true });
    const found = await transact(planned(call, wanted, Item));
    if (!found.changed) return found;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(5 * tries, 100)));
  }
  throw new RetryError("CONTENTION", `${call.input.TableName}: the item changed in each of ${TRIES} tries to update it and to reply with its values`);
}

/** What a write that finds `before` replies, and what must not have changed for that. */
function planned(call, wanted, before) {
  const { input, operation } = call;
  const actions = operation === "UpdateItem" && input.UpdateExpression ? parse(input.UpdateExpression, input.ExpressionAttributeNames) : [];
  const { targets, operands } = attributesOf(actions);
  const everything = wanted.startsWith("ALL");
  if (!everything && actions.some(({ path }) => path.length > 1)) {
    throw new RetryError("NOT_SUPPORTED", `once() does not support ReturnValues ${wanted} with nested paths: use ALL_NEW or ALL_OLD`);
  }
  const after = wanted.endsWith("NEW") ? applied(actions, before ?? input.Key, input.ExpressionAttributeValues, formOf(call)) : before;
  const shown = everything ? after : after && pick(after, targets);
  const relevant = new Set([...targets, ...operands, ...(everything || !before ? Object.keys(before ?? input.Key) : [])]);
  return {
    reply: shown && Object.keys(shown).length > 0 ? { Attributes: shown } : {},
    condition: unchanged(before ?? {}, relevant),
  };
}

function pick(item, names) {
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}

/** That these attributes are what they were. */
function unchanged(before, attributes) {
  const names = {};
  const values = {};
  const parts = [...attributes].map((attribute, index) => {
    names[`#aplomb${index}`] = attribute;
    if (before[attribute] === undefined) return `attribute_not_exists(#aplomb${index})`;
    values[`:aplomb${index}`] = before[attribute];
    return `#aplomb${index} = :aplomb${index}`;
  });
  return { expression: parts.join(" AND "), names, values };
}

module.exports = { replied };
