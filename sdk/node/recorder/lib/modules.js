"use strict";
// Watches modules being loaded, to patch SDKs and to wrap handlers.

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const awsV2 = require("./hooks/aws-v2");
const awsV3 = require("./hooks/aws-v3");

const SUFFIXES = ["", ".js", ".cjs", ".ts", "/index.js"];

/** `wrap(handler, where)` is called once for every exported handler that is loaded. */
function watchModules(handlers, wrap) {
  watchEsModules(handlers, wrap);
  const wanted = new Map();
  for (const handler of handlers) {
    for (const suffix of SUFFIXES) append(wanted, handler.file + suffix, handler);
  }
  const names = new Set([...wanted.keys()].map(stem));
  const wrapped = new WeakMap();
  // Some libraries call `require` in the middle of their work.
  const known = new Map();
  const learn = (request) => {
    const found = { sdk: sdkOf(request), maybeHandler: names.has(stem(request)) };
    known.set(request, found);
    return found;
  };
  const load = Module._load;
  Module._load = function (request, parent, isMain) {
    const exports = load.call(this, request, parent, isMain);
    if (exports === null || (typeof exports !== "object" && typeof exports !== "function")) return exports;
    const { sdk, maybeHandler } = known.get(request) ?? learn(request);
    if (request === "@aws-sdk/s3-request-presigner") return signer(exports);
    sdk?.(exports);
    if (!maybeHandler) return exports;
    if (!wrapped.has(exports)) {
      const file = resolved(request, parent, isMain);
      const found = wanted.get(file);
      if (!found) return exports;
      wrapped.set(exports, wrapAll(exports, found, file, wrap));
    }
    return wrapped.get(exports);
  };
}

const signers = new WeakMap();

// The same object every time.
function signer(exports) {
  if (!signers.has(exports)) signers.set(exports, awsV3.signing(exports));
  return signers.get(exports);
}

// Loader hooks run in a thread of their own, which takes a moment to start: only
// where a handler is an ES module.
function watchEsModules(handlers, wrap) {
  const modules = [];
  for (const handler of handlers) {
    const file = [".mjs", ".js"].map((suffix) => handler.file + suffix).find((name) => fs.existsSync(name));
    if (file && isEsModule(file)) modules.push({ ...handler, file, url: pathToFileURL(file).href });
  }
  if (modules.length === 0) return;
  if (!Module.register) {
    process.stderr.write("aplomb recorder: handlers that are ES modules need Node 18.19 or later; they are not recorded\n");
    return;
  }
  globalThis[Symbol.for("aplomb.wrap")] = wrap;
  Module.register("./esm-loader.mjs", { parentURL: pathToFileURL(__filename).href, data: modules });
}

function isEsModule(file) {
  if (file.endsWith(".mjs")) return true;
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, "package.json");
    if (fs.existsSync(manifest)) {
      try {
        return JSON.parse(fs.readFileSync(manifest, "utf8")).type === "module";
      } catch {
        return false;
      }
    }
    if (folder === path.dirname(folder)) return false;
  }
}

// A file's name without folder and extension: a cheap first look.
function stem(file) {
  return path.basename(file).replace(/\.[cm]?[jt]s$/, "");
}

function append(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

// Bare names of packages are not handlers of the application.
function resolved(request, parent, isMain) {
  if (!request.startsWith(".") && !path.isAbsolute(request)) return undefined;
  try {
    return Module._resolveFilename(request, parent, isMain);
  } catch {
    return undefined;
  }
}

function sdkOf(request) {
  if (request === "@smithy/smithy-client" || request === "@aws-sdk/smithy-client" || request === "@smithy/core/client") {
    return ({ Client }) => Client && awsV3.install(Client);
  }
  if (request.startsWith("@aws-sdk/client-")) return awsV3.remember;
  // Every entry of version 2 requires its core under one of these names.
  if (/^(aws-sdk(\/(clients\/.+|global|index|lib\/core))?|\.{1,2}\/(lib\/)?core)$/.test(request)) {
    return awsV2.install;
  }
  return undefined;
}

// Exports that are getters (compiled TypeScript, bundles) cannot be assigned:
// such a module is replaced by an object that inherits from it.
function wrapAll(exports, handlers, file, wrap) {
  let result = exports;
  for (const { exported, names } of byExport(handlers)) {
    const original = exports[exported];
    if (typeof original !== "function") continue;
    const wrapped = wrap(original, { names, exported, file });
    const { writable, configurable } = Object.getOwnPropertyDescriptor(exports, exported) ?? { writable: true };
    if (writable) {
      exports[exported] = wrapped;
    } else if (configurable) {
      Object.defineProperty(exports, exported, { value: wrapped, enumerable: true, configurable: true });
    } else {
      if (result === exports) result = Object.create(exports);
      Object.defineProperty(result, exported, { value: wrapped, enumerable: true });
    }
  }
  return result;
}

// Several functions may be deployed from one export.
function byExport(handlers) {
  const found = new Map();
  for (const { exported, name } of handlers) {
    const names = found.get(exported) ?? [];
    if (name !== undefined) names.push(name);
    found.set(exported, names);
  }
  return [...found].map(([exported, names]) => ({ exported, names }));
}

/** The module in a file, whatever its format. */
async function loadModule(file) {
  if (isEsModule(file)) return import(pathToFileURL(file).href);
  try {
    return require(file);
  } catch (error) {
    // It says `import` though its folder does not say that it is an ES module.
    const isOther = /^ERR_REQUIRE_/.test(error.code) || /Cannot use import statement|Unexpected token 'export'/.test(error.message);
    if (!isOther) throw error;
    return import(pathToFileURL(file).href);
  }
}

module.exports = { watchModules, byExport, loadModule };
