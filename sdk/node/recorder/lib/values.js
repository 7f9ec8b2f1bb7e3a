"use strict";
// Values as they are written into recordings and events: JSON, with a tag "$"
// for what JSON cannot say.

const { createHash } = require("node:crypto");
const { Readable } = require("node:stream");
const { snapshot, put, tagged, TAG } = require("./snapshot");

/** `value` as recordings have it. */
function encode(value, options) {
  return seal(snapshot(value), options);
}

/**
 * A snapshot as JSON can carry it. `redaction` hides secrets; text and bytes
 * beyond `limit` are replaced by a marker with their length and digest.
 */
function seal(taken, { redaction, limit = Infinity } = {}) {
  function text(string) {
    const shown = redaction ? redaction.text(string) : string;
    return shown.length > limit ? cut(Buffer.from(shown)) : shown;
  }

  function bytes(view) {
    let buffer = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
    const utf8 = buffer.toString("utf8");
    const isText = Buffer.byteLength(utf8) === buffer.length && Buffer.from(utf8).equals(buffer);
    if (isText && redaction) {
      const shown = redaction.text(utf8);
      if (shown !== utf8) buffer = Buffer.from(shown);
    }
    return buffer.length > limit ? cut(buffer) : tagged("bytes", { base64: buffer.toString("base64") });
  }

  const named = (name, item) => (redaction?.hides(name) ? redaction.hide(item) : sealed(item));
  const pairs = (items) => items.map(([name, item]) => [sealed(name), named(name, item)]);

  function sealed(item) {
    if (typeof item === "string") return text(item);
    if (item === null || typeof item !== "object") return item;
    if (Array.isArray(item)) return item.map(sealed);
    switch (item[TAG]) {
      case undefined:
        return members(item);
      case "bytes":
        return bytes(item.bytes);
      case "set":
        return tagged("set", { items: item.items.map(sealed) });
      case "map":
      case "object":
        return tagged(item[TAG], { items: pairs(item.items) });
      case "error":
        return tagged("error", { ...item, message: text(item.message), members: members(item.members) });
      default:
        return item;
    }
  }

  function members(item) {
    const result = {};
    for (const name of Object.keys(item)) put(result, name, named(name, item[name]));
    return result;
  }

  return sealed(taken);
}

function cut(buffer) {
  return tagged("cut", { bytes: buffer.length, sha256: createHash("sha256").update(buffer).digest("hex") });
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
  // Its members are computed from its name.
  if (value.isDomException) return new DOMException(value.message, value.name);
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

module.exports = { encode, seal, decode, plain, isCut };
