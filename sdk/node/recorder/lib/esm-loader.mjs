// Wraps handlers that are ES modules: in place of the file, the application
// gets a module that re-exports everything from it, the handler wrapped.

import modules from "./modules.js";

const ORIGINAL = "aplomb-original";
let handlers = [];

export function initialize(data) {
  handlers = data;
}

export async function load(url, context, nextLoad) {
  const address = new URL(url);
  if (address.protocol !== "file:" || address.searchParams.has(ORIGINAL)) return nextLoad(url, context);
  const found = handlers.filter((handler) => handler.url === url.split("?")[0]);
  if (found.length === 0) return nextLoad(url, context);
  address.searchParams.set(ORIGINAL, "");
  const from = JSON.stringify(address.href);
  const lines = [`import * as original from ${from};`, `export * from ${from};`];
  for (const { exported, names } of modules.byExport(found)) {
    const where = JSON.stringify({ names, exported, file: found[0].file });
    const wrapped = `globalThis[Symbol.for("aplomb.wrap")](original[${JSON.stringify(exported)}], ${where})`;
    lines.push(
      exported === "default" ? `export default ${wrapped};` : `export const ${exported} = ${wrapped};`,
    );
  }
  return { format: "module", shortCircuit: true, source: lines.join("\n") };
}
