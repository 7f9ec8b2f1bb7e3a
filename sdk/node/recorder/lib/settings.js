"use strict";
// What the environment asks of the recorder. A setting that cannot be read is
// reported once on standard error and replaced by its default: a recorder never
// keeps an application from starting.

const path = require("node:path");
const { parseRules } = require("./redaction");

// Never of use to a replay, and always secret.
const ALWAYS_HIDDEN = ["AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "APLOMB_TOKEN"];

function settingsOf(environment, warn = (text) => process.stderr.write(`aplomb recorder: ${text}\n`)) {
  const number = (name, otherwise) => {
    const text = environment[name];
    if (text === undefined || text === "") return otherwise;
    const value = Number(text);
    if (Number.isFinite(value) && value >= 0) return value;
    warn(`${name}=${text} is not a number; using ${otherwise}`);
    return otherwise;
  };
  const rules = () => {
    const written = (environment.APLOMB_REDACT ?? "").split(",").map((rule) => rule.trim()).filter(Boolean);
    try {
      return parseRules([...ALWAYS_HIDDEN, ...written]);
    } catch (error) {
      // An unreadable rule must not let its secret through.
      warn(`APLOMB_REDACT cannot be read (${error.message}); nothing is recorded`);
      return undefined;
    }
  };
  const root = environment.LAMBDA_TASK_ROOT ?? environment.APLOMB_ROOT ?? process.cwd();
  const redaction = rules();
  return {
    endpoint: environment.APLOMB_ENDPOINT || undefined,
    token: environment.APLOMB_TOKEN || undefined,
    directory: environment.APLOMB_DIRECTORY || undefined,
    functionName: environment.APLOMB_FUNCTION ?? environment.AWS_LAMBDA_FUNCTION_NAME,
    handlers: handlersOf(environment, root, warn),
    root: path.resolve(root),
    redaction,
    enabled: redaction !== undefined && environment.APLOMB_RECORD !== "off",
    // On the platform the process is frozen after the answer, so what is
    // recorded has to leave before; elsewhere it leaves in the background.
    frozenAfterAnswer: environment.AWS_LAMBDA_RUNTIME_API !== undefined,
    flushMilliseconds: number("APLOMB_FLUSH_MS", 250),
    valueLimit: number("APLOMB_VALUE_LIMIT", 256 * 1024),
    recordingLimit: number("APLOMB_RECORDING_LIMIT", 8 * 1024 * 1024),
    queueLimit: number("APLOMB_QUEUE_LIMIT", 32 * 1024 * 1024),
  };
}

// `file.export` of Lambda, or several as `name=file.export,...` for a process
// that serves more than one function.
function handlersOf(environment, root, warn) {
  const written = environment.APLOMB_HANDLERS ?? environment._HANDLER ?? "";
  const handlers = [];
  for (const entry of written.split(",").map((text) => text.trim()).filter(Boolean)) {
    const match = /^(?:([^=]+)=)?(.+)\.([^./\\]+)$/.exec(entry);
    if (!match) {
      warn(`'${entry}' does not name a handler; write file.export or name=file.export`);
      continue;
    }
    const [, name, file, exported] = match;
    handlers.push({ name, file: path.resolve(root, file), exported });
  }
  return handlers;
}

module.exports = { settingsOf };
