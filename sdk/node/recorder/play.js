"use strict";
// Replays one recording: node play.js RECORDING. `aplomb replay` starts it.
//
//   APLOMB_PLAY_ROOT      the application's folder, where it is not where it was
//   APLOMB_PLAY_HANDLER   file#export, in place of the recorded handler
//   APLOMB_PLAY_LENIENT   "1": the code was edited; collect differences and go on
//   APLOMB_PLAY_INSPECT   host:port of the inspector: stops at the handler
//   APLOMB_PLAY_REPORT    the file that gets the report (JSON); else standard output

const { spawnSync } = require("node:child_process");
const { readFileSync, writeFileSync, writeSync } = require("node:fs");
const recording = require("./lib/recording");
const { prepare, replay, Refused } = require("./lib/replay");

const [, , file] = process.argv;
const {
  APLOMB_PLAY_ROOT: root,
  APLOMB_PLAY_HANDLER: handler,
  APLOMB_PLAY_LENIENT: lenient,
  APLOMB_PLAY_INSPECT: inspect,
  APLOMB_PLAY_REPORT: report,
} = process.env;
const EXIT = { same: 0, differs: 1, refused: 2 };

function finish(answer) {
  const text = JSON.stringify(answer, null, 2) + "\n";
  if (report) writeFileSync(report, text);
  else writeSync(1, text);
  process.exit(EXIT[answer.verdict]);
}

function read() {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Refused(`it cannot be read: ${error.message}`);
  }
  try {
    return recording.read(text);
  } catch (error) {
    throw new Refused(error.message);
  }
}

// Node takes its language from the environment when it starts.
function inLanguageOf({ head: { locale } }) {
  if (!locale || process.env.APLOMB_PLAY_LOCALE || locale === Intl.DateTimeFormat().resolvedOptions().locale) return;
  const env = { ...process.env, APLOMB_PLAY_LOCALE: locale, LC_ALL: `${locale.replace(/-/g, "_")}.UTF-8` };
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { env, stdio: "inherit" });
  process.exit(status ?? EXIT.refused);
}

async function main() {
  const recorded = read();
  inLanguageOf(recorded);
  prepare(recorded, { root });
  const stop = inspect ? (handle) => stopAt(handle, inspect) : undefined;
  return replay(recorded, { root, handler, lenient: lenient === "1", stop });
}

// Opens the inspector, waits for a debugger, and stops at the first line of the handler.
async function stopAt(handle, address) {
  const inspector = require("node:inspector");
  const [host, port] = address.split(/:(?=\d+$)/);
  inspector.open(Number(port), host, true);
  const session = new inspector.Session();
  session.connect();
  const post = (method, parameters) =>
    new Promise((resolve, reject) =>
      session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result))),
    );
  globalThis[Symbol.for("aplomb.handler")] = handle;
  await post("Debugger.enable");
  const { result } = await post("Runtime.evaluate", { expression: 'globalThis[Symbol.for("aplomb.handler")]' });
  await post("Debugger.setBreakpointOnFunctionCall", { objectId: result.objectId });
}

main().then(finish, (error) =>
  finish({
    verdict: "refused",
    reason: error instanceof Refused ? `${file}: ${error.message}` : `the replay failed: ${error.stack ?? error}`,
  }),
);
