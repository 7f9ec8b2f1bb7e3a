"use strict";
// Runs a handler again on a recording, in this process.

const fs = require("node:fs");
const path = require("node:path");
const { isDeepStrictEqual } = require("node:util");
const { within, setLoading, loaded } = require("./invocation");
const { loadModule } = require("./modules");
// Before the hooks: it keeps the real timers.
const { Player } = require("./player");
const { Redaction } = require("./redaction");
const { decode } = require("./values");

/** A recording that cannot be replayed, with the reason in the message. */
class Refused extends Error {}

/** Makes this process one that replays: environment, folder, hooks. Once per process. */
function prepare({ head }, { root = head.root } = {}) {
  const environment = decode(head.environment);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  // Hours of the day are those of where it ran.
  if (head.timeZone) process.env.TZ = head.timeZone;
  process.chdir(root);
  require("./hooks").install({ playing: true, root });
  require("./modules").watchModules([], () => {});
  const { INSTRUMENT, instrumentAll } = require("./instrument");
  globalThis[INSTRUMENT] = instrumentAll;
}

/**
 * Replays one recording and says how it went: `{ verdict: "same" | "differs",
 * outcome, differences }`. `stop(handler)` is called before the handler is.
 */
async function replay({ head, loading, entries, outcome }, { root = head.root, handler, lenient = false, stop } = {}) {
  if (head.incomplete && !lenient) throw new Refused(`this invocation cannot be replayed. ${head.incomplete}`);
  const { file, exported } = placeOf(head, root, handler);
  const { settingsOf } = require("./settings");
  const { errorClass } = require("./hooks/aws-v3");
  const { redaction: rules, valueLimit } = settingsOf(process.env);
  const answer = (members) => ({
    id: head.id,
    function: head.function,
    earlierInvocations: head.earlierInvocations,
    calls: entries.filter(([what, , , name]) => what === "call" && !name.endsWith(" body")).length,
    ...members,
  });

  return new Promise((resolve, reject) => {
    const fail = (difference) => resolve(answer({ verdict: "differs", differences: [located(difference, root)] }));
    const tapeOf = (list, options) =>
      new Player(list, { ...options, fail, errorClass, valueLimit, redaction: new Redaction(rules) });

    const run = async () => {
      // A process that served several functions has loaded in another order.
      setLoading(tapeOf(loading, { lenient: true, performUnknown: true }));
      const module = await loadModule(file);
      loaded();
      const handle = module[exported] ?? module.default?.[exported];
      if (typeof handle !== "function") throw new Refused(`${file} does not export a function ${exported}`);
      await stop?.(handle);

      const tape = tapeOf(entries, { lenient });
      const rest = () => tape.rest();
      process.on("beforeExit", rest);
      const actual = await within(tape, () => call(handle, head)).then(
        (result) => ({ result: tape.encode(result) }),
        (error) => ({ error: tape.encode(error) }),
      );
      process.off("beforeExit", rest);
      tape.finish();
      const seen = JSON.parse(JSON.stringify(actual));
      const differences = [...tape.differences];
      if (!isDeepStrictEqual(outcome, seen)) {
        differences.push({ what: "another outcome", expected: outcome, actual: seen });
      }
      return answer({ verdict: differences.length === 0 ? "same" : "differs", outcome: seen, differences });
    };
    run().then(resolve, reject);
  });
}

function placeOf({ root: recordedRoot, handler: recorded }, root, given) {
  if (given) {
    const [file, exported] = given.split("#");
    return { file: path.resolve(root, file), exported };
  }
  if (!recorded.file) {
    throw new Refused("the recording does not say which file exports the handler: name it with --handler FILE#EXPORT");
  }
  const file = path.resolve(root, path.relative(recordedRoot, recorded.file));
  if (!fs.existsSync(file)) throw new Refused(`${file} does not exist: name the application's folder with --root`);
  return { file, exported: recorded.export };
}

function contextOf({ context, began, ended }) {
  const deadline = began + Math.max(ended - began, 3000);
  return {
    ...decode(context),
    callbackWaitsForEmptyEventLoop: true,
    // Through the recorded clock, as the real one.
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function call(handle, head) {
  const { event, handler } = head;
  // On the platform only a callback ends a handler that returns no promise.
  const { takesCallback = handle.length >= 3 } = handler;
  return new Promise((resolve, reject) => {
    const callback = (error, result) => (error ? reject(error) : resolve(result));
    const context = Object.assign(contextOf(head), { succeed: resolve, fail: reject, done: callback });
    const returned = handle(decode(event), context, callback);
    if (typeof returned?.then === "function") returned.then(resolve, reject);
    else if (!takesCallback) resolve(returned);
  });
}

// With the line of the application that made the call.
function located({ what, expected, actual, position, stack }, root) {
  const line = (stack ?? "").split("\n").find((text) => text.includes(root) && !text.includes("node_modules"));
  const match = line && /\(?((?:file:\/\/)?\/[^()]+):(\d+):(\d+)\)?$/.exec(line);
  const at = match && { file: path.relative(root, match[1].replace("file://", "")), line: Number(match[2]) };
  return { what, expected, actual, position, at };
}

module.exports = { prepare, replay, Refused };
