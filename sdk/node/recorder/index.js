"use strict";
// For bundled applications, whose modules nobody can watch being loaded: wrap
// the handler yourself, and name the clients.

const awsV2 = require("./lib/hooks/aws-v2");
const awsV3 = require("./lib/hooks/aws-v3");
const { start } = require("./lib/record");

/** The handler with its recorder; unchanged where nothing is to be recorded. */
function wrap(handler, { name, file, exported = "handler" } = {}) {
  const recorder = start();
  return recorder ? recorder.wrap(handler, { names: name ? [name] : [], file, exported }) : handler;
}

/** Records the calls of an SDK that is part of a bundle: clients of version 3, or `AWS` of version 2. */
function instrument(...clients) {
  if (!start()) return;
  for (const client of clients) {
    if (client?.Request) awsV2.install(client);
    else awsV3.install(ownerOfSend(client));
  }
}

// `send` is inherited from Smithy's class, whatever a bundler has called it.
function ownerOfSend(client) {
  let prototype = Object.getPrototypeOf(client);
  while (prototype && !Object.hasOwn(prototype, "send")) prototype = Object.getPrototypeOf(prototype);
  if (!prototype) throw new TypeError("instrument() takes clients of AWS SDK version 3, or AWS of version 2");
  return prototype.constructor;
}

module.exports = { wrap, instrument };
