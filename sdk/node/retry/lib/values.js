"use strict";
// Kept values as text. An attempt that gets a value back must not be able to tell
// it from the one that was kept, so what does not survive is refused.

const { RetryError } = require("./errors");

const TAG = "$";

/** The value as text. */
function encode(value) {
  return JSON.stringify(written(value, 0));
}

/** The value of a text. */
function decode(text) {
  return read(JSON.parse(text));
}

function written(value, depth) {
  if (depth > 200) throw notKeepable("a value nested this deeply, or one that contains itself");
  const inside = (part) => written(part, depth + 1);
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? value : tagged("number", Object.is(value, -0) ? "-0" : String(value));
    case "undefined":
      return tagged("undefined");
    case "bigint":
      return tagged("bigint", String(value));
    case "object":
      return writtenObject(value, inside);
    default:
      throw notKeepable(`a ${typeof value}`);
  }
}

function writtenObject(value, inside) {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(inside);
  if (value instanceof Date) return tagged("date", value.getTime());
  if (Buffer.isBuffer(value)) return tagged("buffer", value.toString("base64"));
  if (value instanceof Uint8Array) return tagged("bytes", Buffer.from(value).toString("base64"));
  if (value instanceof Set) return tagged("set", [...value].map(inside));
  if (value instanceof Map) return tagged("map", [...value].map((entry) => entry.map(inside)));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw notKeepable(`an object of class ${prototype.constructor?.name ?? "?"}`);
  }
  const fields = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inside(part)]));
  return TAG in fields ? tagged("object", fields) : fields;
}

function tagged(kind, value) {
  return { [TAG]: kind, value };
}

function notKeepable(what) {
  return new RetryError("NOT_KEEPABLE", `${what} cannot be kept: keep what you take from it (numbers, text, objects, dates, bytes)`);
}

function read(value) {
  if (Array.isArray(value)) return value.map(read);
  if (value === null || typeof value !== "object") return value;
  return TAG in value ? readTagged(value[TAG], value.value) : readFields(value);
}

// Object.fromEntries defines fields, so a field named __proto__ is a field.
function readFields(fields) {
  return Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, read(part)]));
}

function readTagged(kind, value) {
  switch (kind) {
    case "number": return Number(value);
    case "undefined": return undefined;
    case "bigint": return BigInt(value);
    case "date": return new Date(value);
    case "buffer": return Buffer.from(value, "base64");
    case "bytes": return new Uint8Array(Buffer.from(value, "base64"));
    case "set": return new Set(value.map(read));
    case "map": return new Map(value.map((entry) => entry.map(read)));
    default: return readFields(value);
  }
}

module.exports = { decode, encode };
