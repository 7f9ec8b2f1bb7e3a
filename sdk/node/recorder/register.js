"use strict";
// Loaded before an application, which it leaves as it is:
//   NODE_OPTIONS="--require @aplomb/recorder/register"
// APLOMB_ENDPOINT or APLOMB_DIRECTORY says where recordings go; without either
// nothing is recorded.

const { watchModules } = require("./lib/modules");
const { start } = require("./lib/record");

const recorder = start();
if (recorder) watchModules(recorder.settings.handlers, recorder.wrap);
