#!/usr/bin/env node
// Runs the program that the package for this platform contains.
"use strict";

const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");

const platform = `@aplomb/cli-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${platform}/bin/aplomb`);
} catch {
  console.error(`aplomb: there is no package for ${process.platform} on ${process.arch} (${platform}).`);
  console.error("If your platform is supported, install again without --no-optional.");
  process.exit(2);
}

const { status, signal, error } = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (error) {
  console.error(`aplomb: ${program} does not start: ${error.message}`);
  process.exit(2);
}
process.exit(signal ? 128 + constants.signals[signal] : status);
