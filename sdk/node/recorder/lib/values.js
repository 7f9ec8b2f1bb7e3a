"use strict";
// Values as they are written into recordings and events: JSON, with a tag "$"
// for what JSON cannot say. `encode` copies, so that what the application does
// to a value later does not change what was recorded.

const { createHash } = require("node:crypto");
const { Readable } = require("node:stream");

const TAG = "$";
const DEPTH = 64;

/**
 * A copy of `value` that JSON can carry. `redaction` hides secrets; text and
 * bytes beyond `limit` are replaced by a marker with their length and digest.
 */
function encode(value, { redaction, limit = Infinity } = {}) {
  const open = new Set();

  function text(string) {
    const shown = redaction ? redaction.text(string) : string;
    return shown.length > limit ? cut(Buffer.from(shown)) : shown;
  }

  function bytes(buffer) {
    const utf8 = buffer.toString("utf8");
    const isText = Buffer.byteLength(utf8) === buffer.length && Buffer.from(utf8).equals(buffer);
    if (isText && redaction) {
      const shown = redaction.text(utf8);
      if (shown !== utf8) buffer = Buffer.from(shown);
    }
    return buffer.length > limit ? cut(buffer) : tagged("bytes", { base64: buffer.toString("base64") });
  }

  function number(value) {
    if (Object.is(value, -0)) return tagged("number", { text: "-0" });
    return Number.isFinite(value) ? value : tagged("number", { text: String(value) });
  }

  function copy(value, depth) {
    switch (typeof value) {
      case "string":
        return text(value);
      case "number":
        return number(value);
      case "boolean":
        return value;
      case "undefined":
        return tagged("undefined");
      case "bigint":
        return tagged("bigint", { text: String(value) });
      case "symbol":
      case "function":
        return tagged(typeof value);
      default:
        return value === null ? null : reference(value, depth);
    }
  }

  function reference(value, depth) {
    if (depth > DEPTH) return tagged("deep");
    if (open.has(value)) return tagged("cycle");
    open.add(value);
    try {
      return object(value, depth + 1);
    } finally {
      open.delete(value);
    }
  }

  function object(value, depth) {
    if (Array.isArray(value)) return value.map((element) => copy(element, depth));
    if (Buffer.isBuffer(value) || value instanceof Uint8Array) {
      return bytes(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    }
    if (value instanceof ArrayBuffer) return bytes(Buffer.from(value));
    if (Object.prototype.toString.call(value) === "[object Date]") {
      return tagged("date", { time: number(value.getTime()) });
    }
    if (value instanceof Set) return tagged("set", { items: [...value].map((item) => copy(item, depth)) });
    if (value instanceof Map) {
      return tagged("map", { items: [...value].map(([key, item]) => [copy(key, depth), copy(item, depth)]) });
    }
    if (value instanceof Error) return tagged("error", failure(value, depth));
    if (isStream(value)) return tagged("stream");
    return members(value, depth);
  }

  function members(value, depth) {
    const result = {};
    for (const name of Object.keys(value)) {
      const item = value[name];
      if (typeof item === "function") continue;
      result[name] = redaction?.hides(name) ? redaction.hide(item) : copy(item, depth);
    }
    // An object that has a member "$" of its own must not read as a tag.
    return TAG in result ? tagged("object", { items: Object.entries(result) }) : result;
  }

  function failure(error, depth) {
    const own = {};
    for (const name of Object.getOwnPropertyNames(error)) {
      if (name === "stack" || name === "message" || name === "name") continue;
      own[name] = copy(error[name], depth);
    }
    return { name: error.name, message: text(String(error.message)), members: own };
  }

  return copy(value, 0);
}

function tagged(tag, members) {
  return { [TAG]: tag, ...members };
}

function cut(buffer) {
  return tagged("cut", { bytes: buffer.length, sha256: createHash("sha256").update(buffer).digest("hex") });
}

function isStream(value) {
  return typeof value.pipe === "function" || typeof value.getReader === "function";
}

/** The value that `encode` was given, as far as JSON and the tags can say it. */
function decode(value, { errorClass } = {}) {
  if (Array.isArray(value)) return value.map((item) => decode(item, { errorClass }));
  if (value === null || typeof value !== "object") return value;
  const inner = (item) => decode(item, { errorClass });
  switch (value[TAG]) {
    case undefined:
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inner(item)]));
    case "undefined":
    case "function":
    case "symbol":
      return undefined;
    case "number":
      return Number(value.text);
    case "bigint":
      return BigInt(value.text);
    case "bytes":
      return Buffer.from(value.base64, "base64");
    case "date":
      return new Date(inner(value.time));
    case "set":
      return new Set(value.items.map(inner));
    case "map":
      return new Map(value.items.map(([key, item]) => [inner(key), inner(item)]));
    case "object":
      return Object.fromEntries(value.items.map(([name, item]) => [name, inner(item)]));
    case "error":
      return decodeError(value, inner, errorClass);
    case "stream":
      return Readable.from([]);
    default:
      throw new Error(`a value that the recording does not contain in full (${value[TAG]})`);
  }
}

function decodeError(value, inner, errorClass) {
  const Class = errorClass?.(value.name) ?? builtInError(value.name);
  const error = Object.create(Class.prototype);
  const define = (name, item) =>
    Object.defineProperty(error, name, { value: item, writable: true, configurable: true, enumerable: false });
  define("message", value.message);
  define("stack", `${value.name}: ${value.message}\n    at the recorded call`);
  if (error.name !== value.name) define("name", value.name);
  for (const [name, item] of Object.entries(value.members)) error[name] = inner(item);
  return error;
}

function builtInError(name) {
  const Class = globalThis[name];
  return typeof Class === "function" && (Class === Error || Class.prototype instanceof Error) ? Class : Error;
}

/**
 * An encoded value as events show it: plain JSON that rules can walk through.
 * Sets are lists, bytes are base64, what is undefined is left out.
 */
function plain(value) {
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  if (value === null || typeof value !== "object") return value;
  switch (value[TAG]) {
    case undefined:
      // How version 2 of the AWS SDK writes sets of DynamoDB.
      if (value.wrapperName === "Set" && Array.isArray(value.values)) return value.values.map(plain);
      return plainMembers(Object.entries(value));
    case "object":
      return plainMembers(value.items);
    case "map":
      return plainMembers(value.items.map(([key, item]) => [String(key), item]));
    case "set":
      return value.items.map(plain);
    case "bytes":
      return value.base64;
    case "date":
      return value.time;
    case "bigint":
    case "number":
      return value.text;
    case "error":
      return { ...plainMembers(Object.entries(value.members)), name: value.name, message: value.message };
    default:
      return undefined;
  }
}

function plainMembers(entries) {
  const result = {};
  for (const [name, item] of entries) {
    const shown = plain(item);
    if (shown !== undefined) result[name] = shown;
  }
  return result;
}

/** Whether some part of an encoded value was cut, so that `decode` cannot give it back. */
function isCut(value) {
  if (value === null || typeof value !== "object") return false;
  if (value[TAG] === "cut" || value[TAG] === "deep" || value[TAG] === "cycle") return true;
  return Object.values(value).some(isCut);
}

module.exports = { encode, decode, plain, isCut };
