"use strict";
// Calls as handlers write them: a function; an SDK client and a command; an object,
// the name of its method and the arguments. A callback in the last place is answered.

/** What is to be called, as a function that returns a promise. */
function callOf([subject, call, ...rest]) {
  if (call === undefined) return async () => subject();
  if (typeof call === "string") {
    return async () => {
      const returned = subject[call](...rest);
      return typeof returned?.promise === "function" ? returned.promise() : returned;
    };
  }
  return async () => subject.send(call, ...rest);
}

/** Runs an action on the parts of a call; by a callback if the call has one. */
function answering(call, action) {
  const callback = call.at(-1);
  if (call.length < 3 || typeof callback !== "function") return action(call);
  // Outside of the promise, so that what the callback throws is not a rejection.
  action(call.slice(0, -1)).then(
    (value) => process.nextTick(callback, null, value),
    (error) => process.nextTick(callback, error),
  );
  return undefined;
}

module.exports = { answering, callOf };
