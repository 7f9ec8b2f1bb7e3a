"use strict";
// SDKs that are part of a bundle: nobody sees them being loaded, so the application
// shows its clients.

const awsV2 = require("./hooks/aws-v2");
const awsV3 = require("./hooks/aws-v3");

/** Under this name a player offers its own `instrumentAll` to the application. */
const INSTRUMENT = Symbol.for("aplomb.instrument");

/** Tapes the calls of these: clients of version 3, or `AWS` of version 2. */
function instrumentAll(...clients) {
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

module.exports = { INSTRUMENT, instrumentAll };
