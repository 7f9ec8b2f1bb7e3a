"use strict";
// Update expressions, evaluated here and by DynamoDB Local, over random items and
// expressions: the item afterwards must be the same.

const assert = require("node:assert/strict");
const { before, test } = require("node:test");
const { GetItemCommand, PutItemCommand, UpdateItemCommand } = require("@aws-sdk/client-dynamodb");
const { unmarshall } = require("@aws-sdk/util-dynamodb");
const { applied, parse } = require("../lib/dynamodb/expression");
const { formOf } = require("../lib/dynamodb/forms");
const { serveDynamodb } = require("./servers");

const TableName = "items";
let client;
before(async () => ({ client } = await serveDynamodb(TableName)));

let seed = 11;
const random = (limit) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * limit);
};
const pick = (list) => list[random(list.length)];

const number = () => ({ N: pick(["0", "1", "-2.5", "1e3", "0.001", "12345678901234567890.5"]) });
const list = () => ({ L: Array.from({ length: 1 + random(3) }, number) });
const VALUES = {
  ":n": number,
  ":l": list,
  ":s": () => ({ SS: pick([["a"], ["a", "b"], ["c"]]) }),
  ":ns": () => ({ NS: pick([["1"], ["1.0", "2"].slice(random(2)), ["3"]]) }),
  ":t": () => ({ S: pick(["x", "y"]) }),
};

function randomItem() {
  const item = { id: { S: "it" }, n: number(), l: { L: [number(), number(), number()] }, m: { M: { a: number(), l: { L: [number()] } } } };
  if (random(2)) item.s = { SS: ["a", "b"] };
  if (random(2)) item.ns = { NS: ["1", "2"] };
  return item;
}

// Each action with the attribute that it touches: two must not overlap.
const ACTIONS = {
  SET: [["n", "#n = n + :n"], ["n", "n = if_not_exists(missing, :n) - n"], ["l", "l = list_append(l, :l)"], ["l[1]", "l[1] = :n"], ["l[9]", "l[9] = m.a"], ["m", "m.a = m.a + :n"], ["m2", "m.b = l[0]"], ["x", "x = if_not_exists(x, :t)"], ["y", "y = (n - :n)"], ["ml", "m.l[0] = :t"], ["z", "z = list_append(:l, if_not_exists(zz, :l))"]],
  REMOVE: [["n", "n"], ["l[0]", "l[0]"], ["l[2]", "l[2]"], ["m", "m.a"], ["q", "q"], ["ml", "m.l[0]"]],
  ADD: [["n", "n :n"], ["new", "fresh :n"], ["s", "s :s"], ["ns", "ns :ns"], ["deep", "m.sum :n"]],
  DELETE: [["s", "s :s"], ["ns", "ns :ns"], ["none", "nothing :s"]],
};

function randomExpression() {
  const taken = new Set();
  const sections = Object.entries(ACTIONS).flatMap(([verb, actions]) => {
    const chosen = actions.filter(([target]) => random(4) === 0 && !taken.has(target) && taken.add(target));
    return chosen.length ? [`${pick([verb, verb.toLowerCase()])} ${chosen.map(([, text]) => text).join(pick([",", " , "]))}`] : [];
  });
  return sections.join(" ");
}

const used = (expression, entries) => Object.fromEntries(Object.entries(entries).filter(([name]) => new RegExp(`${name}(?![a-z])`).test(expression)));

// Sets have no order and numbers many spellings.
const shown = (item) => unmarshall(item, { wrapNumbers: (text) => Number(text) });

test("expressions mean what DynamoDB says", async () => {
  let compared = 0;
  for (let index = 0; index < 400; index += 1) {
    const expression = randomExpression();
    if (!expression) continue;
    const item = randomItem();
    const values = Object.fromEntries(Object.entries(used(expression, VALUES)).map(([name, make]) => [name, make()]));
    const names = used(expression, { "#n": "n" });
    await client.send(new PutItemCommand({ TableName, Item: item }));
    const input = { TableName, Key: { id: item.id }, UpdateExpression: expression };
    if (Object.keys(values).length) input.ExpressionAttributeValues = values;
    if (Object.keys(names).length) input.ExpressionAttributeNames = names;
    try {
      await client.send(new UpdateItemCommand(input));
    } catch (error) {
      assert.equal(error.name, "ValidationException", expression);
      continue;
    }
    const { Item } = await client.send(new GetItemCommand({ TableName, Key: { id: item.id }, ConsistentRead: true }));
    const low = applied(parse(expression, names), item, values, formOf({ document: false }));
    assert.deepEqual(shown(low), shown(Item), expression);
    const native = applied(parse(expression, names), shown(item), shown(values), formOf({ document: true }));
    assert.deepEqual(round(native), round(shown(Item)), expression);
    compared += 1;
  }
  assert.ok(compared > 150, `only ${compared} expressions were valid`);
});

// Native numbers are binary; differences in the last digits are the handler's own.
function round(value) {
  if (typeof value === "number") return Number(value.toPrecision(12));
  if (value instanceof Set) return new Set([...value].map(round));
  if (Array.isArray(value)) return value.map(round);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, round(part)]));
  return value;
}

for (const text of ["", "SET", "SET a", "SET a = ", "FROB a", "SET a = :b :c", "SET a = b(", "SET a[ = :b", "SET a = :b,", "REMOVE :v", "ADD a", "\u0000", "SET a = if_not_exists(b)"]) {
  test(`garbage: ${JSON.stringify(text)}`, () => {
    if (text === "") assert.deepEqual(parse(text), []);
    else assert.throws(() => parse(text), { code: "NOT_SUPPORTED" });
  });
}
