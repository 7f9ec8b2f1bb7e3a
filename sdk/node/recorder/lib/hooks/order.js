"use strict";
// Work in the background whose result is the same every time, but not when it ends:
// compression, derived keys, digests. A replay does it for real, and hands it over in the
// recorded order.

const crypto = require("node:crypto");
const zlib = require("node:zlib");
const { current } = require("../invocation");

const COMPRESSION = ["deflate", "deflateRaw", "gzip", "inflate", "inflateRaw", "gunzip", "unzip", "brotliCompress", "brotliDecompress"];
const KEYS = ["pbkdf2", "scrypt", "hkdf", "verify", "checkPrime"];
const SUBTLE = ["decrypt", "verify", "digest", "deriveKey", "deriveBits", "importKey", "exportKey", "unwrapKey"];

function install() {
  for (const name of COMPRESSION) inOrder(zlib, name);
  for (const name of KEYS) inOrder(crypto, name);
  for (const name of SUBTLE) promisedInOrder(Object.getPrototypeOf(crypto.webcrypto.subtle), name);
  streamsInOrder(Object.getPrototypeOf(Object.getPrototypeOf(zlib.Gzip.prototype)));
}

function inOrder(owner, name) {
  const real = owner[name];
  owner[name] = function (...args) {
    const tape = current();
    const callback = args.at(-1);
    if (!tape || typeof callback !== "function") return real.apply(this, args);
    const start = (done) => real.call(this, ...args.slice(0, -1), (...results) => done(results));
    return tape.ordered(name, start, (results) => callback(...results));
  };
}

function promisedInOrder(owner, name) {
  const real = owner[name];
  owner[name] = function (...args) {
    const tape = current();
    const perform = () => real.apply(this, args);
    return tape ? promiseInOrder(tape, `subtle.${name}`, perform) : perform();
  };
}

/** A promise of what `perform` promises, which is settled when the tape says so. */
function promiseInOrder(tape, name, perform) {
  return new Promise((resolve, reject) =>
    tape.ordered(
      name,
      (done) => perform().then((value) => done({ value }), (error) => done({ error })),
      (outcome) => ("error" in outcome ? reject(outcome.error) : resolve(outcome.value)),
    ),
  );
}

// Streams that compress: what comes out of one piece is handed over together, when all of it
// is there.
function streamsInOrder(prototype) {
  const real = prototype._transform;
  prototype._transform = function (chunk, encoding, callback) {
    const tape = current();
    if (!tape) return real.call(this, chunk, encoding, callback);
    const pieces = [];
    this.push = (piece) => pieces.push(piece) > 0;
    return tape.ordered(
      "zlib",
      (done) => real.call(this, chunk, encoding, (...results) => done(results)),
      (results) => {
        // The one of all streams again.
        delete this.push;
        for (const piece of pieces) this.push(piece);
        callback(...results);
      },
    );
  };
}

module.exports = { install, promiseInOrder };
