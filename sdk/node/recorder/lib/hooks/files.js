"use strict";
// Files outside of the application's own folder: what was read and what became of each
// write. A replay answers from the recording and writes nothing. The files of the bundle are
// part of the code; Node's own loader is not recorded.

const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { fileURLToPath } = require("node:url");
const { current, apart } = require("../invocation");
const { promiseInOrder } = require("./order");

const READERS = ["readFile", "readdir", "stat", "lstat", "access", "readlink", "realpath"];
const WRITERS = ["writeFile", "appendFile", "mkdir", "mkdtemp", "rm", "rmdir", "unlink", "chmod", "truncate", "utimes"];
// These take two names.
const MOVERS = ["rename", "copyFile", "cp", "link", "symlink"];
// Work on open files, which streams do as well: done for real, in the recorded order.
const OPEN = ["open", "read", "readv", "write", "writev", "close", "fsync", "fdatasync", "ftruncate", "fstat"];

/** `root` is the application's folder; `playing`: nothing is written outside of it. */
function install({ root, playing }) {
  const isOutside = (file) => {
    const name = nameOf(file);
    if (name === undefined) return false;
    const relative = path.relative(root, path.resolve(name));
    return relative.startsWith("..") || path.isAbsolute(relative);
  };
  watchLoader();
  const asked = (requestOf, names) =>
    function forms(name) {
      const call = { isOutside: (args) => args.slice(0, names).some(isOutside), requestOf };
      synchronous(`${name}Sync`, call);
      withCallback(name, call);
      promised(name, call);
    };
  READERS.forEach(asked(readOf, 1));
  WRITERS.forEach(asked(namesOf(1), 1));
  MOVERS.forEach(asked(namesOf(2), 2));
  synchronous("existsSync", { isOutside: ([file]) => isOutside(file), requestOf: readOf });
  piecewise(fs, "createReadStream", isOutside);
  piecewise(fs.promises, "open", isOutside);
  if (playing) writeNothing(isOutside);
  OPEN.forEach(inOrder);
}

function nameOf(file) {
  if (typeof file === "string") return file;
  if (Buffer.isBuffer(file)) return file.toString();
  if (file instanceof URL && file.protocol === "file:") return fileURLToPath(file);
  return undefined;
}

// A file's name and what matters of the options; not the options as a whole,
// which may carry an abort signal.
function readOf([file, options]) {
  const encoding = typeof options === "string" ? options : options?.encoding;
  return encoding ? [nameOf(file), encoding] : [nameOf(file)];
}

function namesOf(count) {
  return (args) => args.slice(0, count).map(nameOf);
}

function synchronous(name, { isOutside, requestOf }) {
  const real = fs[name];
  fs[name] = function (...args) {
    const tape = current();
    if (!tape || loadsModule || !isOutside(args) || isImported()) return real.apply(this, args);
    const call = { kind: "file", name, request: requestOf(args) };
    return revive(tape.synchronous(call, () => plain(real.apply(this, args))));
  };
  if (real.native) fs[name].native = real.native;
}

function withCallback(name, { isOutside, requestOf }) {
  const real = fs[name];
  fs[name] = function (...args) {
    const tape = current();
    const callback = args.at(-1);
    if (!tape || typeof callback !== "function") return real.apply(this, args);
    const given = args.slice(0, -1);
    if (!isOutside(given)) {
      // Files of the application are the same in a replay; when they were read is not.
      const start = (done) => real.call(this, ...given, (...results) => done(results));
      return tape.ordered(name, start, (results) => callback(...results));
    }
    return void tape.asynchronous(
      { kind: "file", name, request: requestOf(given) },
      (done) => real.call(this, ...given, (error, value) => done(error ? { error } : { value: plain(value) })),
      ({ error, value }) => (error ? callback(error) : callback(null, revive(value))),
    );
  };
  if (real.native) fs[name].native = real.native;
}

function promised(name, { isOutside, requestOf }) {
  const real = fs.promises[name];
  fs.promises[name] = function (...args) {
    const tape = current();
    const perform = () => real.apply(this, args);
    if (!tape || isImported()) return perform();
    if (!isOutside(args)) return promiseInOrder(tape, `promises.${name}`, perform);
    return new Promise((resolve, reject) =>
      tape.asynchronous(
        { kind: "file", name: `promises.${name}`, request: requestOf(args) },
        (done) => perform().then((value) => done({ value: plain(value) }), (error) => done({ error })),
        ({ error, value }) => (error ? reject(error) : resolve(revive(value))),
      ),
    );
  };
}

function inOrder(name) {
  const real = fs[name];
  fs[name] = Object.assign(function (...args) {
    const tape = current();
    const callback = args.at(-1);
    if (!tape || typeof callback !== "function") return real.apply(this, args);
    const start = (done) => real.call(this, ...args.slice(0, -1), (...results) => done(results));
    return tape.ordered(`fs.${name}`, start, (results) => callback(...results));
  }, real);
  // util.promisify(fs.read) has a form of its own.
  Object.defineProperties(fs[name], Object.getOwnPropertyDescriptors(real));
}

// What is read piece by piece is not kept.
function piecewise(owner, name, isOutside) {
  const real = owner[name];
  owner[name] = function (file, ...rest) {
    if (!isWriting(rest[0]) && !loadsModule && isOutside(file)) {
      current()?.unsupported(`The file ${nameOf(file)} is read as a stream, which the recorder does not support.`);
    }
    return real.call(this, file, ...rest);
  };
}

// A file that is opened to be written, in a replay: its folder may not even be there.
function writeNothing(isOutside) {
  for (const [owner, name] of [[fs, "open"], [fs, "openSync"], [fs.promises, "open"]]) {
    const real = owner[name];
    owner[name] = function (file, ...rest) {
      return real.call(this, current() && isWriting(rest[0]) && isOutside(file) ? os.devNull : file, ...rest);
    };
  }
}

function isWriting(flags) {
  return typeof flags === "number" ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0 : typeof flags === "string" && /[wax+]/.test(flags);
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
