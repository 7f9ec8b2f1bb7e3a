"use strict";
// A process of one function: node instance.js DESCRIPTION FUNCTION, started by
// serve.js, which sends it one { event, id } after the other and gets
// { result } or { error }.

const fs = require("node:fs");
const path = require("node:path");
const { apart, whileLoading } = require("./lib/invocation");
const { loadModule } = require("./lib/modules");

const EXTENSIONS = ["", ".js", ".cjs", ".mjs"];
const [, , file, name] = process.argv;
const description = apart(() => JSON.parse(fs.readFileSync(file, "utf8")));
const handler = whileLoading(() => load(description.functions[name]));
// Whoever sends an event hears of it.
handler.catch(() => {});

async function load({ file: written, export: exported }) {
  const base = path.resolve(description.root, written);
  const isFile = (found) => fs.existsSync(found) && fs.statSync(found).isFile();
  const found = EXTENSIONS.map((extension) => base + extension).find(isFile);
  if (!found) throw new Error(`no file ${written}.js, .cjs or .mjs in ${description.root}`);
  const module = await loadModule(found);
  if (typeof module[exported] !== "function") throw new Error(`${written} does not export a function ${exported}`);
  return module[exported];
}

function invoke(handle, event, id) {
  const deadline = Date.now() + description.timeout * 1000;
  return new Promise((resolve, reject) => {
    const callback = (error, result) => (error ? reject(error) : resolve(result));
    const context = {
      awsRequestId: id,
      functionName: name,
      functionVersion: "$LATEST",
      memoryLimitInMB: "1024",
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
      succeed: resolve,
      fail: reject,
      done: callback,
    };
    const returned = handle(event, context, callback);
    if (typeof returned?.then === "function") returned.then(resolve, reject);
  });
}

process.on("message", ({ event, id }) =>
  apart(async () => {
    try {
      process.send({ result: (await invoke(await handler, event, id)) ?? null });
    } catch (error) {
      process.send({ error: String(error?.stack ?? error) });
    }
  }),
);
process.on("disconnect", () => process.exit(0));
