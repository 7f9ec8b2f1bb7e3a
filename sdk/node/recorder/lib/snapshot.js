"use strict";
// What a value is at this moment, so that what the application does to it later
// does not change what was recorded. This runs while the application waits, so
// it copies what can change and nothing else: texts are shared, and hiding
// secrets, cutting and writing JSON is left to `seal` (values.js), afterwards.
//
// A snapshot is plain data, with a tag "$" for what JSON cannot say.

const TAG = "$";
const DEPTH = 64;

/** A snapshot of `value`. `meter.size` grows by roughly the bytes that it stands for. */
function snapshot(value, meter = { size: 0 }) {
  return take(value, [], meter);
}

// `open` are the objects around this one: an object within itself is a cycle.
function take(value, open, meter) {
  switch (typeof value) {
    case "string":
      meter.size += value.length + 2;
      return value;
    case "number":
      meter.size += 8;
      return number(value);
    case "boolean":
      meter.size += 8;
      return value;
    case "undefined":
      return tagged("undefined");
    case "bigint":
      return tagged("bigint", { text: String(value) });
    case "symbol":
    case "function":
      return tagged(typeof value);
    default:
      return value === null ? null : within(value, open, meter);
  }
}

function number(value) {
  if (value === 0 && Object.is(value, -0)) return tagged("number", { text: "-0" });
  return Number.isFinite(value) ? value : tagged("number", { text: String(value) });
}

function within(value, open, meter) {
  if (open.length > DEPTH) return tagged("deep");
  if (open.includes(value)) return tagged("cycle");
  open.push(value);
  try {
    return object(value, open, meter);
  } finally {
    open.pop();
  }
}

function object(value, open, meter) {
  meter.size += 2;
  if (Array.isArray(value)) return list(value, open, meter);
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return (isPlain ? undefined : special(value, open, meter)) ?? members(value, open, meter);
}

function list(values, open, meter) {
  const result = new Array(values.length);
  for (let i = 0; i < values.length; i += 1) result[i] = take(values[i], open, meter);
  return result;
}

// Objects that are more than their members; undefined for the others.
function special(value, open, meter) {
  if (value instanceof Uint8Array) return bytes(value, meter);
  if (value instanceof ArrayBuffer) return bytes(new Uint8Array(value), meter);
  if (Object.prototype.toString.call(value) === "[object Date]") {
    return tagged("date", { time: number(value.getTime()) });
  }
  if (value instanceof Set) return tagged("set", { items: list([...value], open, meter) });
  if (value instanceof Map) return tagged("map", { items: [...value].map((entry) => list(entry, open, meter)) });
  if (value instanceof DOMException) return tagged("error", { ...failure(value, open, meter), isDomException: true });
  if (value instanceof Error) return tagged("error", failure(value, open, meter));
  return undefined;
}

function bytes(view, meter) {
  meter.size += view.length;
  // Not a Buffer: these share their memory, and a thread would get all of it.
  return new Bytes(new Uint8Array(view));
}

/** Bytes in a snapshot. In JSON they stand as their place in a list beside it: see `pack`. */
class Bytes {
  constructor(bytes) {
    this[TAG] = "bytes";
    this.bytes = bytes;
  }

  toJSON() {
    // An event and the recording may have the same bytes.
    let at = beside.get(this.bytes);
    if (at === undefined) beside.set(this.bytes, (at = beside.size));
    return { [TAG]: "bytes", at };
  }
}

// The bytes of what is being packed, and their places.
let beside = new Map();

/**
 * Snapshots for another thread: text, which is copied faster than objects are, and the
 * bytes beside it, which are moved and not copied.
 */
function pack(snapshots) {
  beside = new Map();
  const text = JSON.stringify(snapshots);
  return { text, bytes: [...beside.keys()] };
}

/** What was packed. */
function unpack({ text, bytes }) {
  if (bytes.length === 0) return JSON.parse(text);
  const isPlaced = (item) => item !== null && typeof item === "object" && item[TAG] === "bytes";
  return JSON.parse(text, (_, item) => (isPlaced(item) ? new Bytes(bytes[item.at]) : item));
}

function members(value, open, meter) {
  if (typeof value.pipe === "function" || typeof value.getReader === "function") return tagged("stream");
  const result = {};
  for (const name of Object.keys(value)) {
    const item = value[name];
    if (typeof item === "function") continue;
    meter.size += name.length;
    put(result, name, take(item, open, meter));
  }
  // An object that has a member "$" of its own must not read as a tag.
  return TAG in result ? tagged("object", { items: Object.entries(result) }) : result;
}

/** `object[name] = value`, also for the one name that means something else. */
function put(object, name, value) {
  if (name === "__proto__") Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

function failure(error, open, meter) {
  const own = {};
  for (const name of Object.getOwnPropertyNames(error)) {
    if (name === "stack" || name === "message" || name === "name") continue;
    put(own, name, take(error[name], open, meter));
  }
  const message = String(error.message);
  meter.size += message.length;
  return { name: error.name, message, members: own };
}

function tagged(tag, parts) {
  return { [TAG]: tag, ...parts };
}

module.exports = { snapshot, pack, unpack, put, tagged, TAG };
