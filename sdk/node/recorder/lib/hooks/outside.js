"use strict";
// What the recorder does not understand, so that it is said: connections of
// libraries with a protocol of their own, programs and threads that are started,
// messages between ports, keys that are drawn, files that are watched.

const childProcess = require("node:child_process");
const crypto = require("node:crypto");
const fs = require("node:fs");
const Module = require("node:module");
const net = require("node:net");
const { current, isWithin } = require("../invocation");

function install() {
  const { prototype } = net.Socket;
  const connect = prototype.connect;
  prototype.connect = function (...args) {
    current()?.unsupported("A connection is opened by a library that the recorder does not support.");
    return connect.apply(this, args);
  };
  const write = prototype.write;
  prototype.write = function (chunk, encoding, done) {
    const tape = current();
    // Asking for the address is a call of the system.
    if (tape && this.remoteAddress !== undefined) {
      tape.unsupported("A library that the recorder does not support sends data over its own connection.");
    }
    return write.call(this, chunk, encoding, done);
  };
  say(childProcess, ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"], (name) =>
    `A program is started by child_process.${name}, which the recorder does not support.`,
  );
  const keys = ["generateKeyPair", "generateKeyPairSync", "generateKey", "generateKeySync", "generatePrime", "generatePrimeSync"];
  const drawn = (name) => `A key is drawn by crypto.${name}, which the recorder does not support.`;
  say(crypto, keys, drawn);
  say(Object.getPrototypeOf(crypto.subtle), ["generateKey"], drawn);
  for (const kind of ["ECDH", "DiffieHellman"]) say(crypto[kind].prototype, ["generateKeys"], drawn);
  const watched = (name) => `Files are watched by fs.${name}, which the recorder does not support.`;
  say(fs, ["watch", "watchFile"], watched);
  say(fs.promises, ["watch"], watched);
  messages();
  threads();
}

/** Calls of these functions are told to the tape. */
function say(owner, names, reason) {
  for (const name of names) {
    const real = owner[name];
    if (typeof real !== "function") continue;
    owner[name] = function (...args) {
      current()?.unsupported(reason(name));
      return real.apply(this, args);
    };
    // util.promisify(exec) has a form of its own.
    Object.defineProperties(owner[name], Object.getOwnPropertyDescriptors(real));
  }
}

// Some libraries open a channel while they load and never use it. Node has ports of its own.
const ports = new WeakSet();

function messages() {
  globalThis.MessageChannel = noting(globalThis.MessageChannel);
  for (const kind of ["MessagePort", "BroadcastChannel"]) {
    const { prototype } = globalThis[kind];
    const real = prototype.postMessage;
    prototype.postMessage = function (...args) {
      const isOurs = kind === "BroadcastChannel" || ports.has(this);
      if (isOurs && isWithin()) current().unsupported(`A message is sent by a ${kind}, which the recorder does not support.`);
      return real.apply(this, args);
    };
  }
}

function noting(MessageChannel) {
  const construct = (...given) => {
    const channel = Reflect.construct(...given);
    ports.add(channel.port1).add(channel.port2);
    return channel;
  };
  return new Proxy(MessageChannel, { construct });
}

// Loading these modules takes its time: they are patched when somebody else does.
function threads() {
  const load = Module._load;
  const seen = new Set();
  Module._load = function (request, ...rest) {
    const exports = load.call(this, request, ...rest);
    const patch = ON_LOAD[request.replace(/^node:/, "")];
    if (patch && !seen.has(exports)) {
      seen.add(exports);
      patch(exports);
    }
    return exports;
  };
}

const ON_LOAD = {
  worker_threads(module) {
    const { Worker } = module;
    module.Worker = class extends Worker {
      constructor(...args) {
        current()?.unsupported("A thread is started by worker_threads, which the recorder does not support.");
        super(...args);
      }
    };
    Object.defineProperty(module.Worker, "name", { value: "Worker" });
    module.MessageChannel = globalThis.MessageChannel;
  },
  dgram({ Socket }) {
    say(Socket.prototype, ["send", "bind", "connect"], () => "A datagram is sent or awaited, which the recorder does not support.");
  },
};

module.exports = { install };
