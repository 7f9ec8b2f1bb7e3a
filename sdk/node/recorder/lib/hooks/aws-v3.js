"use strict";
// AWS SDK for JavaScript, version 3. Every client, the document client
// included, inherits `send` from one class of Smithy.

const { Readable } = require("node:stream");
const { current } = require("../invocation");
const { tapedReadable } = require("./bodies");

const DOCUMENT_OPERATIONS = {
  get: "getItem",
  put: "putItem",
  update: "updateItem",
  delete: "deleteItem",
  batchGet: "batchGetItem",
  batchWrite: "batchWriteItem",
  transactGet: "transactGetItems",
  transactWrite: "transactWriteItems",
};
const packages = [];
const patched = new WeakSet();

/** `Client` is the class that Smithy exports under this name. */
function install(Client) {
  if (patched.has(Client)) return;
  patched.add(Client);
  const { prototype } = Client;
  const real = prototype.send;
  prototype.send = function (command, optionsOrCallback, callback) {
    const tape = current();
    if (!tape) return real.call(this, command, optionsOrCallback, callback);
    const options = typeof optionsOrCallback === "function" ? undefined : optionsOrCallback;
    const report = typeof optionsOrCallback === "function" ? optionsOrCallback : callback;
    const sent = send(tape, nameOf(this, command), command, () => real.call(this, command, options));
    if (!report) return sent;
    sent.then((value) => report(null, value), (error) => report(error));
  };
}

function send(tape, name, command, perform) {
  return new Promise((resolve, reject) => {
    tape.asynchronous(
      { kind: "aws", name, request: command.input ?? {} },
      (done) => perform().then((value) => done(outcomeOf(value)), (error) => done({ error })),
      ({ error, value }) => (error ? reject(error) : resolve(withBody(tape, name, value))),
    );
  });
}

// The body of an object is a stream, which is taped as a call of its own.
function outcomeOf(value) {
  return value?.Body instanceof Readable ? { value, recorded: { ...value, Body: "(a stream)" } } : { value };
}

function withBody(tape, name, value) {
  const body = value?.Body;
  if (!(body instanceof Readable) && body !== "(a stream)") return value;
  value.Body = tapedReadable(tape, { kind: "aws", name: `${name} body`, request: null }, body);
  return value;
}

/**
 * The package that signs addresses, which takes the secret key: no recording has it. What
 * it exports cannot be changed, so another object takes its place.
 */
function signing(exports) {
  const { getSignedUrl } = exports;
  if (typeof getSignedUrl !== "function") return exports;
  return {
    ...exports,
    getSignedUrl(client, command, options) {
      const tape = current();
      if (!tape) return getSignedUrl(client, command, options);
      const call = { kind: "aws", name: `${nameOf(client, command)} signed`, request: { ...command.input, options } };
      return new Promise((resolve, reject) =>
        tape.asynchronous(
          call,
          (done) => getSignedUrl(client, command, options).then((value) => done({ value }), (error) => done({ error })),
          ({ error, value }) => (error ? reject(error) : resolve(value)),
        ),
      );
    },
  };
}

/** A loaded package of clients: in a replay, errors get their classes back from it. */
function remember(exports) {
  packages.push(exports);
}

/** The class of a recorded error, from the packages that are loaded. */
function errorClass(name) {
  for (const exports of packages) {
    const Class = exports[name];
    if (typeof Class === "function" && Class.prototype instanceof Error) return Class;
  }
  return undefined;
}

// dynamodb.putItem, as version 2 says it: rules for events need not know versions,
// nor whether it was the document client.
function nameOf(client, command) {
  const id = client.config?.serviceId ?? client.constructor.name.replace(/Client$/, "");
  const service = id.replace(/\s+/g, "").toLowerCase();
  const operation = command.constructor.name.replace(/Command$/, "");
  const name = operation[0].toLowerCase() + operation.slice(1);
  return `${service}.${(service === "dynamodb" && DOCUMENT_OPERATIONS[name]) || name}`;
}

module.exports = { install, signing, remember, errorClass };
