"use strict";
// For bundled applications, whose modules nobody can watch being loaded: wrap
// the handler yourself, and name the clients.

const { INSTRUMENT, instrumentAll } = require("./lib/instrument");
const { start } = require("./lib/record");

/** The handler with its recorder; unchanged where nothing is to be recorded. */
function wrap(handler, { name, file, exported = "handler" } = {}) {
  const recorder = start();
  return recorder ? recorder.wrap(handler, { names: name ? [name] : [], file, exported }) : handler;
}

/** Records the calls of an SDK that is part of a bundle: clients of version 3, or `AWS` of version 2. */
function instrument(...clients) {
  // In a replay the player has its own hooks, and its own copy of this package.
  const play = globalThis[INSTRUMENT];
  if (play) play(...clients);
  else if (start()) instrumentAll(...clients);
}

module.exports = { wrap, instrument };
