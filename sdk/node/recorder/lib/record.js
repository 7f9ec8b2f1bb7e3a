"use strict";
// The recorder of this process: one, made when it is first asked for.

const hooks = require("./hooks");
const { Recording } = require("./handler");
const { outboxOf } = require("./outbox");
const { settingsOf } = require("./settings");

let recorder;

/** The recorder, or undefined where nothing is to be recorded. */
function start() {
  if (recorder !== undefined) return recorder ?? undefined;
  recorder = null;
  try {
    const settings = settingsOf(process.env);
    if (!settings.enabled || !(settings.endpoint || settings.directory)) return undefined;
    const outbox = outboxOf(settings);
    hooks.install({ playing: false, root: settings.root });
    const recording = new Recording(settings, outbox);
    recorder = { settings, wrap: (handler, where) => recording.wrap(handler, where) };
  } catch (error) {
    process.stderr.write(`aplomb recorder: off, because it could not start: ${error.message}\n`);
  }
  return recorder ?? undefined;
}

module.exports = { start };
