"use strict";
// Copies of applications, as they are and as `aplomb fix --write` leaves them.

const { execFile } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { promisify } = require("node:util");
const esbuild = require("esbuild");

const ROOT = path.join(__dirname, "../../../../..");
const APLOMB = process.env.APLOMB_BINARY ?? path.join(process.env.CARGO_TARGET_DIR ?? path.join(ROOT, "target"), "debug", "aplomb");
const PATTERNS = path.join(ROOT, "crates/retry/tests/patterns/table");

// The same choices as in crates/fix/tests/outcomes.rs.
const CHOICES = ["--identity", "http", "--effects", "at-most-once"];

/** A folder for copies, from which the packages of the tests are found. */
function folder() {
  const copies = fs.mkdtempSync(path.join(os.tmpdir(), "aplomb-fixed-"));
  const modules = path.join(copies, "node_modules");
  fs.mkdirSync(modules);
  for (const name of fs.readdirSync(path.join(ROOT, "sdk/node/node_modules"))) {
    fs.symlinkSync(path.join(ROOT, "sdk/node/node_modules", name), path.join(modules, name));
  }
  fs.mkdirSync(path.join(modules, "@aplomb"));
  fs.symlinkSync(path.join(ROOT, "sdk/node/retry"), path.join(modules, "@aplomb/retry"));
  return copies;
}

/** Where an application is in the repository: a file of a pattern, or a folder. */
function source(application) {
  if (/^\d\d-/.test(application)) return path.join(PATTERNS, application);
  return path.join(ROOT, application === "shop" ? "examples/shop" : `bench/applications/${application}`);
}

/** Copies an application twice, and has one copy fixed: both folders, and what became of each function. */
async function fixed(copies, application) {
  const from = source(application);
  const [original, patched] = ["original", "patched"].map((kind) => path.join(copies, kind, application));
  for (const to of [original, patched]) {
    const is_file = fs.statSync(from).isFile();
    fs.mkdirSync(is_file ? to : path.dirname(to), { recursive: true });
    fs.cpSync(from, is_file ? path.join(to, application) : to, { recursive: true });
  }
  const handlers = fs.statSync(from).isFile() ? exported(from).flatMap((name) => ["--handler", `${application}:${name}`]) : ["."];
  const functions = await fix(patched, [...handlers, ...CHOICES, "--write", "--allow-dirty"]);
  for (const copy of [original, patched]) build(copy);
  return { original, patched, functions };
}

/** Does what a bundler would: types are removed, and modules become those of Node. */
function build(copy) {
  for (const name of fs.readdirSync(copy, { recursive: true })) {
    const file = path.join(copy, name);
    if (!/\.(js|ts)$/.test(name) || !fs.statSync(file).isFile()) continue;
    const { code } = esbuild.transformSync(fs.readFileSync(file, "utf8"), { loader: "ts", format: "cjs", target: "node20" });
    fs.writeFileSync(built(file), code);
  }
}

/** The file that is executed. */
const built = (file) => file.replace(/\.ts$/, ".js");

async function fix(folder, options) {
  const run = promisify(execFile)(APLOMB, ["fix", ...options, "--format", "json"], { cwd: folder, maxBuffer: 1 << 26 });
  // What is not fixed leaves the exit code of a violation.
  const { stdout, stderr } = await run.catch((error) => error);
  try {
    return JSON.parse(stdout).data.functions;
  } catch {
    throw new Error(`aplomb fix in ${folder}: ${stderr}`);
  }
}

/** The names of the handlers of a pattern. */
function exported(file) {
  const text = fs.readFileSync(file, "utf8");
  return [...text.matchAll(/^(?:export const (\w+)|def (\w+)\(event, context\))/gm)].map(([, js, python]) => js ?? python);
}

module.exports = { built, folder, fixed };
