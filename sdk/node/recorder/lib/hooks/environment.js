"use strict";
// The environment: a recording keeps the variables that were read, and a replay
// starts the process with exactly those.

const names = new Set();

function install() {
  const real = process.env;
  process.env = new Proxy(real, {
    get(target, name) {
      if (typeof name === "string") names.add(name);
      return target[name];
    },
    has(target, name) {
      if (typeof name === "string") names.add(name);
      return name in target;
    },
    getOwnPropertyDescriptor(target, name) {
      if (typeof name === "string") names.add(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    // `process.env` takes plain assignments only.
    defineProperty(target, name, { value }) {
      target[name] = value;
      return true;
    },
  });
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

module.exports = { install, read };
