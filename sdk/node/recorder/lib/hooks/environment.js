"use strict";
// The environment: a recording keeps the variables that were read, and a replay
// starts the process with exactly those.

// What a replay has to know to compare requests in the form in which they were recorded.
const names = new Set(["APLOMB_REDACT", "APLOMB_VALUE_LIMIT", "TZ"]);
// Grows whenever `read` would answer something else.
let version = 0;

function note(name) {
  if (typeof name !== "string" || names.has(name)) return;
  names.add(name);
  version += 1;
}

function install() {
  const real = process.env;
  process.env = new Proxy(real, {
    get(target, name) {
      note(name);
      return target[name];
    },
    has(target, name) {
      note(name);
      return name in target;
    },
    getOwnPropertyDescriptor(target, name) {
      note(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    // `process.env` takes plain assignments only.
    defineProperty(target, name, { value }) {
      target[name] = value;
      version += 1;
      return true;
    },
    deleteProperty(target, name) {
      version += 1;
      return Reflect.deleteProperty(target, name);
    },
  });
}

/** A number that changes with what `read` answers: reading the environment takes its time. */
function versionOf() {
  return version;
}

/** The variables that the process has read so far and their values. */
function read() {
  const found = {};
  for (const name of [...names].sort()) {
    const value = process.env[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

module.exports = { install, read, versionOf };
