// Loads a handler as a platform does, calls it once and prints the outcome.
"use strict";
const { pathToFileURL } = require("node:url");

const [, , file, exported, event] = process.argv;

async function main() {
  const module = file.endsWith(".mjs") ? await import(pathToFileURL(file).href) : require(file);
  const handler = module[exported];
  const outcome = await new Promise((resolve) => {
    const finish = (error, result) =>
      resolve(error ? { error: { name: error.name, message: error.message, code: error.code } } : { result });
    const context = {
      awsRequestId: `${exported}-1`,
      functionName: exported,
      getRemainingTimeInMillis: () => 3000,
      succeed: (result) => finish(null, result),
      fail: finish,
      done: finish,
    };
    try {
      const returned = handler(JSON.parse(event), context, finish);
      if (typeof returned?.then === "function") returned.then((result) => finish(null, result), finish);
    } catch (error) {
      finish(error);
    }
  });
  process.stdout.write(JSON.stringify(outcome));
}

main();
