"use strict";
// Files outside of the application's own folder, as they were read. The files
// of the bundle are part of the code; Node's own loader is not recorded.

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { fileURLToPath } = require("node:url");
const { current, apart } = require("../invocation");

const READERS = ["readFile", "readdir", "stat", "lstat", "access", "readlink", "realpath"];

/** `root` is the application's folder. */
function install({ root }) {
  const isOutside = (file) => {
    const name = nameOf(file);
    if (name === undefined) return false;
    const relative = path.relative(root, path.resolve(name));
    return relative.startsWith("..") || path.isAbsolute(relative);
  };
  watchLoader();
  for (const name of READERS) {
    synchronous(`${name}Sync`, isOutside);
    withCallback(name, isOutside);
    promised(name, isOutside);
  }
  synchronous("existsSync", isOutside);
  piecewise(fs, "createReadStream", isOutside);
  piecewise(fs.promises, "open", isOutside);
}

function nameOf(file) {
  if (typeof file === "string") return file;
  if (Buffer.isBuffer(file)) return file.toString();
  if (file instanceof URL && file.protocol === "file:") return fileURLToPath(file);
  return undefined;
}

// A file's name and what matters of the options; not the options as a whole,
// which may carry an abort signal.
function requestOf(file, options) {
  const encoding = typeof options === "string" ? options : options?.encoding;
  return encoding ? [nameOf(file), encoding] : [nameOf(file)];
}

function synchronous(name, isOutside) {
  const real = fs[name];
  fs[name] = function (file, ...rest) {
    const tape = current();
    if (!tape || loadsModule || !isOutside(file) || isImported()) return real.call(this, file, ...rest);
    const call = { kind: "file", name, request: requestOf(file, rest[0]) };
    return revive(tape.synchronous(call, () => plain(real.call(this, file, ...rest))));
  };
  if (real.native) fs[name].native = real.native;
}

function withCallback(name, isOutside) {
  const real = fs[name];
  fs[name] = function (file, ...rest) {
    const tape = current();
    const callback = rest.at(-1);
    if (!tape || typeof callback !== "function") return real.call(this, file, ...rest);
    if (!isOutside(file)) {
      // Files of the application are the same in a replay; when they were read is not.
      const start = (done) => real.call(this, file, ...rest.slice(0, -1), (...results) => done(results));
      return tape.ordered(name, start, (results) => callback(...results));
    }
    tape.asynchronous(
      { kind: "file", name, request: requestOf(file, rest.length > 1 ? rest[0] : undefined) },
      (done) =>
        real.call(this, file, ...rest.slice(0, -1), (error, value) => done(error ? { error } : { value: plain(value) })),
      ({ error, value }) => (error ? callback(error) : callback(null, revive(value))),
    );
  };
  if (real.native) fs[name].native = real.native;
}

function promised(name, isOutside) {
  const real = fs.promises[name];
  fs.promises[name] = function (file, ...rest) {
    const tape = current();
    if (!tape || isImported()) return real.call(this, file, ...rest);
    if (!isOutside(file)) return inOrder(tape, `promises.${name}`, () => real.call(this, file, ...rest));
    return new Promise((resolve, reject) =>
      tape.asynchronous(
        { kind: "file", name: `promises.${name}`, request: requestOf(file, rest[0]) },
        (done) =>
          real.call(this, file, ...rest).then(
            (value) => done({ value: plain(value) }),
            (error) => done({ error }),
          ),
        ({ error, value }) => (error ? reject(error) : resolve(revive(value))),
      ),
    );
  };
}

/** A promise that is settled when the tape says so. */
function inOrder(tape, name, perform) {
  return new Promise((resolve, reject) =>
    tape.ordered(
      name,
      (done) => perform().then((value) => done({ value }), (error) => done({ error })),
      (outcome) => ("error" in outcome ? reject(outcome.error) : resolve(outcome.value)),
    ),
  );
}

// What is read piece by piece is not kept.
function piecewise(owner, name, isOutside) {
  const real = owner[name];
  owner[name] = function (file, ...rest) {
    const reads = rest.length === 0 || typeof rest[0] !== "string" || rest[0].startsWith("r");
    if (reads && !loadsModule && isOutside(file)) {
      current()?.unsupported(`The file ${nameOf(file)} is read as a stream, which the recorder does not support.`);
    }
    return real.call(this, file, ...rest);
  };
}

// require() reads files through the same functions: from the moment a name is
// looked up until the code of the module runs.
let loadsModule = false;

function watchLoader() {
  const during = (owner, name, loads) => {
    const real = owner[name];
    owner[name] = function (...args) {
      const before = loadsModule;
      loadsModule = loads;
      try {
        return real.apply(this, args);
      } finally {
        loadsModule = before;
      }
    };
  };
  during(Module, "_resolveFilename", true);
  during(Module.prototype, "load", true);
  during(Module.prototype, "_compile", false);
}

// `import` of a module in the older format reads without telling anybody; a
// stack takes long, so this is the last question.
function isImported() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 12;
  const { stack } = apart(() => new Error());
  Error.stackTraceLimit = limit;
  return /node:internal\/modules\//.test(stack);
}

// Stats have methods, which a recording does not: keep the numbers, and give
// them their class back.
function plain(value) {
  if (!(value instanceof fs.Stats)) return value;
  return { isStats: true, ...value };
}

function revive(value) {
  if (!value?.isStats) return value;
  const { isStats, ...members } = value;
  return Object.assign(Object.create(fs.Stats.prototype), members);
}

module.exports = { install };
