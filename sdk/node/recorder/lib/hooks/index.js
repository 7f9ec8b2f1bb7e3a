"use strict";
// All hooks, once per process. With `playing` they ask a recording instead of
// the world. `root` is the application's folder.

const Module = require("node:module");

const HOOKS = ["clock", "chance", "timers", "environment", "files", "http", "fetch", "names", "machine", "order", "outside"];
let installed = false;

function install(options) {
  if (installed) return;
  installed = true;
  for (const name of HOOKS) require(`./${name}`).install(options);
  // `import { randomUUID } from "node:crypto"` sees the replacements too.
  Module.syncBuiltinESMExports();
}

module.exports = { install };
