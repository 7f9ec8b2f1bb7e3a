"use strict";
// A mark in the item, written by the update itself: one write, no row. A mark goes
// with its item, so this is only for items that nobody puts or deletes; and only
// for updates without a condition, since a refusal would leave no mark.

const { createHash } = require("node:crypto");
const { RetryError } = require("../errors");
const { callOfDynamodb, metadata, nameOf, send } = require("./client");
const { parse } = require("./expression");
const { number, text } = require("./rows");

/** An unconditional UpdateItem that takes effect once. */
async function once(row, parts) {
  const call = callOfDynamodb(parts);
  admit(call);
  const mark = `aplomb:${createHash("sha256").update(JSON.stringify([row.request, row.step])).digest("hex").slice(0, 32)}`;
  const held = heldValues(call, mark);
  try {
    const reply = await send(call, "UpdateItem", marked(call, mark, held));
    return without(reply, mark);
  } catch (error) {
    if (nameOf(error) !== "ConditionalCheckFailedException") throw error;
    return remembered(call, held);
  }
}

function admit(call) {
  const refuse = (why) => {
    throw new RetryError("NOT_SUPPORTED", `onceInItem() is for UpdateItem with an UpdateExpression and no condition: ${why}; use once()`);
  };
  if (call?.operation !== "UpdateItem") refuse(`this is ${call?.operation ?? "no call of DynamoDB"}`);
  const { ConditionExpression, Expected, UpdateExpression, ReturnValues = "NONE" } = call.input;
  if (ConditionExpression || Expected) refuse("this has a condition");
  if (!UpdateExpression) refuse("this has none");
  if (!["NONE", "UPDATED_NEW"].includes(ReturnValues)) refuse(`this asks for ${ReturnValues}`);
}

// The values of the reply, written into the item by the same expressions: a retry
// finds them as they were, whatever others have done since.
function heldValues({ document, input }, mark) {
  if (input.ReturnValues !== "UPDATED_NEW") return [];
  const actions = parse(input.UpdateExpression, input.ExpressionAttributeNames);
  return actions.map(({ verb, path, value }, index) => {
    const operand = value && input.ExpressionAttributeValues?.[value.value];
    const isNumber = document ? typeof operand === "number" || typeof operand === "bigint" : operand?.N !== undefined;
    if (path.length > 1 || !(verb === "SET" || (verb === "ADD" && isNumber))) {
      throw new RetryError("NOT_SUPPORTED", "onceInItem() supports UPDATED_NEW with SET and with ADD of numbers to attributes of the item; use once()");
    }
    return { attribute: path[0], copy: `${mark}:${index}`, expression: expressionOf(verb, path[0], value, input) };
  });
}

function expressionOf(verb, attribute, value, { ExpressionAttributeNames = {} }) {
  const nameOfAttribute = (name) => Object.entries(ExpressionAttributeNames).find(([, own]) => own === name)?.[0] ?? name;
  const written = (operand) => {
    if (operand.value) return operand.value;
    if (operand.path) return operand.path.map((step, index) => (typeof step === "number" ? `[${step}]` : `${index ? "." : ""}${nameOfAttribute(step)}`)).join("");
    const [left, right] = [written(operand.left), written(operand.right)];
    return operand.call.length === 1 ? `${left} ${operand.call} ${right}` : `${operand.call}(${left}, ${right})`;
  };
  if (verb === "SET") return written(value);
  return `if_not_exists(${nameOfAttribute(attribute)}, :aplomb_zero) + ${written(value)}`;
}

function marked({ document, input }, mark, held) {
  const names = { "#aplomb_mark": mark };
  const values = { ":aplomb_mark": text(document, "done") };
  if (held.some(({ expression }) => expression.includes(":aplomb_zero"))) values[":aplomb_zero"] = number(document, 0);
  const sets = held.map(({ copy, expression }, index) => {
    names[`#aplomb_copy${index}`] = copy;
    return `#aplomb_copy${index} = ${expression}`;
  });
  return {
    ...input,
    UpdateExpression: joined(input.UpdateExpression, ["#aplomb_mark = :aplomb_mark", ...sets].join(", ")),
    ConditionExpression: "attribute_not_exists(#aplomb_mark)",
    ExpressionAttributeNames: { ...input.ExpressionAttributeNames, ...names },
    ExpressionAttributeValues: { ...input.ExpressionAttributeValues, ...values },
  };
}

// An expression has each section at most once.
function joined(expression, sets) {
  const section = /(?<![\w#:.-])SET(?=\s)/i;
  return section.test(expression) ? expression.replace(section, `SET ${sets},`) : `SET ${sets} ${expression}`;
}

function without(reply, mark) {
  if (!reply.Attributes) return reply;
  const own = Object.entries(reply.Attributes).filter(([name]) => !name.startsWith(mark));
  return { ...reply, Attributes: Object.fromEntries(own) };
}

async function remembered(call, held) {
  if (held.length === 0) return metadata(call);
  const { TableName, Key } = call.input;
  const { Item } = await send(call, "GetItem", { TableName, Key, ConsistentRead: true });
  return { ...metadata(call), Attributes: Object.fromEntries(held.map(({ attribute, copy }) => [attribute, Item[copy]])) };
}

module.exports = { once };
