"use strict";
// Update expressions, evaluated here. A transaction returns no values, so the reply
// of a write in one is computed from the item before it, which the transaction
// requires to be unchanged. All operands refer to the item as it was before.

const { RetryError } = require("../errors");

const TOKENS = /\s*(?:([#:]?[A-Za-z_][\w-]*|[#:][\w-]+)|(\d+)|([.[\](),=+-]))/y;

/** Reads an update expression: actions `{ verb, path, value }`; paths are lists of names and indices. */
function parse(expression, names = {}) {
  const tokens = tokenize(expression);
  let at = 0;
  const peek = () => tokens[at];
  const next = () => tokens[at++];
  const expect = (token) => {
    if (next() !== token) throw unreadable(expression);
  };
  const name = () => {
    const token = next();
    if (token === undefined || /^[:.[\](),=+-]/.test(token)) throw unreadable(expression);
    return token.startsWith("#") ? names[token] : token;
  };
  const path = () => {
    const steps = [name()];
    for (;;) {
      if (peek() === ".") {
        next();
        steps.push(name());
      } else if (peek() === "[") {
        next();
        steps.push(Number(next()));
        expect("]");
      } else {
        return steps;
      }
    }
  };
  const operand = () => {
    if (peek()?.startsWith(":")) return { value: next() };
    if (peek() === "(") {
      next();
      const inner = sum();
      expect(")");
      return inner;
    }
    const call = peek()?.toLowerCase();
    if (tokens[at + 1] !== "(") return { path: path() };
    at += 2;
    const left = call === "if_not_exists" ? { path: path() } : operand();
    expect(",");
    const right = operand();
    expect(")");
    return { call, left, right };
  };
  const sum = () => {
    const left = operand();
    if (peek() !== "+" && peek() !== "-") return left;
    return { call: next(), left, right: operand() };
  };
  const action = (verb) => {
    const target = path();
    if (verb === "SET") expect("=");
    if (verb === "REMOVE") return { verb, path: target };
    return { verb, path: target, value: verb === "SET" ? sum() : operand() };
  };
  const actions = [];
  while (at < tokens.length) {
    const verb = next().toUpperCase();
    if (!["SET", "REMOVE", "ADD", "DELETE"].includes(verb)) throw unreadable(expression);
    do actions.push(action(verb));
    while (peek() === "," && next());
  }
  return actions;
}

function tokenize(expression) {
  const tokens = [];
  TOKENS.lastIndex = 0;
  while (expression.slice(TOKENS.lastIndex).trim() !== "") {
    const match = TOKENS.exec(expression);
    if (!match) throw unreadable(expression);
    tokens.push(match[1] ?? match[2] ?? match[3]);
  }
  return tokens;
}

function unreadable(expression) {
  return new RetryError("NOT_SUPPORTED", `this update expression is not supported: ${expression}`);
}

/** The names of the attributes that the actions change (`targets`) or read (`operands`). */
function attributesOf(actions) {
  const operands = new Set();
  const visit = (operand) => {
    if (!operand) return;
    if (operand.path) operands.add(operand.path[0]);
    visit(operand.left);
    visit(operand.right);
  };
  for (const { value } of actions) visit(value);
  return { targets: new Set(actions.map(({ path }) => path[0])), operands };
}

/** The item after the actions; `form` says how its values are written. */
function applied(actions, before, values, form) {
  const item = structuredClone(before);
  const root = form.root(item);
  const known = (path) => path.reduce((value, step) => (value === undefined ? undefined : form.inside(value)?.[step]), root);
  const original = form.root(structuredClone(before));
  const was = (path) => path.reduce((value, step) => (value === undefined ? undefined : form.inside(value)?.[step]), original);
  const evaluate = (operand) => {
    if (operand.value) return values[operand.value];
    if (operand.path) return was(operand.path);
    const { call, left, right } = operand;
    if (call === "if_not_exists") return was(left.path) ?? evaluate(right);
    return form[call](evaluate(left), evaluate(right));
  };
  const parent = (path) => form.inside(known(path.slice(0, -1)) ?? root);
  const removals = [];
  for (const { verb, path, value } of actions) {
    const last = path.at(-1);
    const holder = path.length === 1 ? form.inside(root) : parent(path);
    if (verb === "REMOVE") removals.push([holder, last]);
    else if (verb === "SET") assign(holder, last, evaluate(value));
    else {
      const changed = form[verb](was(path), evaluate(value));
      if (changed === undefined) delete holder[last];
      else holder[last] = changed;
    }
  }
  // From the end, so that indices stay what they were.
  removals.sort(([, left], [, right]) => (typeof left === "number" && typeof right === "number" ? right - left : 0));
  for (const [holder, last] of removals) {
    if (Array.isArray(holder)) holder.splice(last, 1);
    else delete holder[last];
  }
  return item;
}

// A position behind the end of a list means its end.
function assign(holder, last, value) {
  if (Array.isArray(holder) && last > holder.length) holder.push(value);
  else holder[last] = value;
}

module.exports = { applied, attributesOf, parse };
