"use strict";
// Chance: Math.random, and what node:crypto draws, also within signatures and what it
// encrypts for a public key.

const crypto = require("node:crypto");
const { current, apart } = require("../invocation");

function install() {
  const random = Math.random;
  Math.random = () => {
    const tape = current();
    return tape ? tape.plain("chance", "Math.random", random) : random();
  };
  drawText("randomUUID", crypto, crypto.randomUUID);
  withCallback("randomBytes");
  withCallback("randomInt");
  fill("randomFillSync");
  fillWithCallback();
  webCrypto(crypto.webcrypto);
  withCallback("sign", () => null);
  drawn(crypto, "publicEncrypt");
  drawn(crypto.Sign.prototype, "sign");
  for (const name of ["sign", "encrypt", "wrapKey"]) drawnLater(Object.getPrototypeOf(crypto.webcrypto.subtle), name);
}

// What is signed and with which key is no part of a recording.
function drawn(owner, name) {
  const real = owner[name];
  owner[name] = function (...args) {
    const tape = current();
    const perform = () => real.apply(this, args);
    return tape ? tape.synchronous({ kind: "chance", name, request: null }, perform) : perform();
  };
}

function drawnLater(owner, name) {
  const real = owner[name];
  owner[name] = function (...args) {
    const tape = current();
    const perform = () => real.apply(this, args);
    if (!tape) return perform();
    return new Promise((resolve, reject) =>
      tape.asynchronous(
        { kind: "chance", name: `subtle.${name}`, request: null },
        (done) => perform().then((value) => done({ value }), (error) => done({ error })),
        ({ error, value }) => (error ? reject(error) : resolve(value instanceof ArrayBuffer ? value : new Uint8Array(value).buffer)),
      ),
    );
  };
}

function drawText(name, owner, real) {
  owner[name] = (...args) => {
    const tape = current();
    return tape ? tape.plain("chance", name, () => real.apply(owner, args)) : real.apply(owner, args);
  };
}

// randomBytes(size, [callback]), randomInt([min], max, [callback])
function withCallback(name, requestOf = (args) => args) {
  const real = crypto[name];
  crypto[name] = function (...args) {
    const tape = current();
    if (!tape) return real.apply(this, args);
    const callback = typeof args.at(-1) === "function" ? args.pop() : undefined;
    const call = { kind: "chance", name, request: requestOf(args) };
    if (!callback) return tape.synchronous(call, () => real.apply(this, args));
    tape.asynchronous(
      call,
      (done) => real.call(this, ...args, (error, value) => done(error ? { error } : { value })),
      ({ error, value }) => callback(error ?? null, value),
    );
  };
}

// Functions that write into what they are given: the tape keeps the bytes.
function fillFrom(tape, name, array, perform) {
  const view = bytesOf(array);
  const drawn = tape.synchronous({ kind: "chance", name, request: view.length }, () => {
    perform();
    return Buffer.from(view);
  });
  view.set(drawn);
  return array;
}

function bytesOf(array) {
  return ArrayBuffer.isView(array)
    ? new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    : new Uint8Array(array);
}

function fill(name) {
  const real = crypto[name];
  crypto[name] = function (array, ...rest) {
    const tape = current();
    return tape ? fillFrom(tape, name, array, () => real.call(this, array, ...rest)) : real.call(this, array, ...rest);
  };
}

function fillWithCallback() {
  const real = crypto.randomFill;
  crypto.randomFill = function (array, ...rest) {
    const tape = current();
    if (!tape) return real.call(this, array, ...rest);
    const callback = rest.pop();
    const view = bytesOf(array);
    tape.asynchronous(
      { kind: "chance", name: "randomFill", request: view.length },
      (done) => real.call(this, array, ...rest, (error) => done(error ? { error } : { value: Buffer.from(view) })),
      ({ error, value }) => {
        if (value) view.set(value);
        callback(error ?? null, array);
      },
    );
  };
}

// `crypto.getRandomValues` of browsers, which Node offers as a global too.
function webCrypto(web) {
  const prototype = Object.getPrototypeOf(web);
  const getRandomValues = prototype.getRandomValues;
  const randomUUID = prototype.randomUUID;
  prototype.getRandomValues = function (array) {
    const tape = current();
    return tape
      ? fillFrom(tape, "getRandomValues", array, () => apart(() => getRandomValues.call(this, array)))
      : getRandomValues.call(this, array);
  };
  prototype.randomUUID = function (...args) {
    const tape = current();
    const draw = () => randomUUID.apply(this, args);
    return tape ? tape.plain("chance", "webcrypto.randomUUID", draw) : draw();
  };
}

module.exports = { install };
