"use strict";
// Work in the background whose result is the same every time, but not when it ends:
// compression and derived keys. A replay does it for real, and hands it over in the
// recorded order.

const crypto = require("node:crypto");
const zlib = require("node:zlib");
const { current } = require("../invocation");

const COMPRESSION = ["deflate", "deflateRaw", "gzip", "inflate", "inflateRaw", "gunzip", "unzip", "brotliCompress", "brotliDecompress"];
const KEYS = ["pbkdf2", "scrypt", "hkdf"];

function install() {
  for (const name of COMPRESSION) inOrder(zlib, name);
  for (const name of KEYS) inOrder(crypto, name);
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

module.exports = { install };
