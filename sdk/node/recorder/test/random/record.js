// Invokes every exported program, several at the same time.
"use strict";
const [, , file] = process.argv;
const programs = Object.entries(require(file));

async function worker() {
  // A platform calls handlers from a promise, too: it decides whether callbacks
  // of process.nextTick run before those of promises.
  await null;
  for (let next = programs.shift(); next; next = programs.shift()) {
    const [name, handler] = next;
    await handler({}, { awsRequestId: name, functionName: name });
  }
}

Promise.all([worker(), worker(), worker()]).catch((error) => {
  console.error(error);
  process.exit(1);
});
