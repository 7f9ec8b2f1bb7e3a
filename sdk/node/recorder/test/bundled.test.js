// An application that esbuild has made one file of, SDKs included.
"use strict";
const assert = require("node:assert/strict");
const path = require("node:path");
const test = require("node:test");
const { buildSync } = require("esbuild");
const { database } = require("./databases");
const { APPLICATIONS, PACKAGE, folder, invoke, recordings, replay } = require("./support");

for (const [format, name] of [["cjs", "bundle.js"], ["esm", "bundle.mjs"]]) {
  test(`a bundle as ${format} is recorded by its own wrap, and replays`, async (t) => {
    const [root, directory] = [folder(t), folder(t)];
    const BUNDLE = path.join(root, name);
    buildSync({
      entryPoints: [path.join(APPLICATIONS, "bundled.mjs")],
      outfile: BUNDLE,
      bundle: true,
      minify: true,
      platform: "node",
      format,
      alias: { "@aplomb/recorder": path.join(PACKAGE, "index.js") },
      // Packages in the older format ask for `require`; the recorder is no part of the bundle.
      external: [PACKAGE + "/*"],
      banner: format === "esm" ? { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' } : {},
    });
    const environment = { BUNDLE, DYNAMODB: await database(t), APLOMB_DIRECTORY: directory, APLOMB_HANDLERS: "" };
    const { result, error } = await invoke(name, "handler", { environment, root, recorder: false });
    assert.equal(error, undefined);
    assert.equal(result[0].id, result[1].id);
    const [recording] = recordings(directory);
    const played = await replay(recording);
    assert.equal(played.verdict, "same", JSON.stringify(played, null, 1));
    assert.equal(played.calls, 3);
  });
}
