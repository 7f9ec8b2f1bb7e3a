"use strict";
// A recording as a file: one JSON text per line. The first line says what was
// invoked, then one line per entry, then the outcome. The last line counts the
// lines and has their digest, so that a file that was cut short or changed is
// refused.

const { createHash } = require("node:crypto");

const FORMAT = "aplomb-recording";
const VERSION = 1;

/** Entries of the load phase as lines: all recordings of a process begin with the same. */
function loadingLines(entries) {
  return entries.map((entry) => JSON.stringify(["load", ...entry]));
}

/** The text of a recording. `loading` are lines; `scrub` removes secrets from the whole. */
function write({ head, loading, entries, outcome }, scrub = (text) => text) {
  const lines = [JSON.stringify({ format: FORMAT, version: VERSION, ...head }), ...loading];
  for (const entry of entries) lines.push(JSON.stringify(entry));
  lines.push(JSON.stringify(["end", outcome]));
  const body = scrub(lines.join("\n") + "\n");
  return body + JSON.stringify({ lines: lines.length, sha256: digest(body) }) + "\n";
}

/** Reads a recording; throws an error whose message says what is wrong with it. */
function read(text) {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const first = parse(lines[0], 1);
  if (first?.format !== FORMAT) throw new Error("this is not a recording of Aplomb");
  if (first.version !== VERSION) {
    throw new Error(`this recording has format version ${first.version}; this replayer reads version ${VERSION}`);
  }
  const last = lines.length > 1 ? parse(lines.at(-1), lines.length) : undefined;
  if (typeof last?.sha256 !== "string") throw new Error("the recording is cut short: its last line is missing");
  const body = lines.slice(0, -1).join("\n") + "\n";
  if (last.lines !== lines.length - 1 || last.sha256 !== digest(body)) {
    throw new Error("the recording is damaged: its digest does not match");
  }
  const parsed = lines.slice(1, -1).map((line, index) => parse(line, index + 2));
  const end = parsed.pop();
  if (end?.[0] !== "end") throw new Error("the recording is damaged: it has no outcome");
  const { format, version, ...head } = first;
  return {
    head,
    loading: parsed.filter((entry) => entry[0] === "load").map((entry) => entry.slice(1)),
    entries: parsed.filter((entry) => entry[0] !== "load"),
    outcome: end[1],
  };
}

function parse(line, number) {
  try {
    return JSON.parse(line ?? "");
  } catch {
    throw new Error(`the recording is damaged: line ${number} is not JSON`);
  }
}

function digest(text) {
  return createHash("sha256").update(text).digest("hex");
}

module.exports = { read, write, loadingLines };
