// Forms of handlers, and what they leave behind.
"use strict";
const { AsyncLocalStorage } = require("node:async_hooks");
const http = require("node:http");

const { WEB } = process.env;
const storage = new AsyncLocalStorage();

exports.plainPromise = () => Promise.resolve({ at: Date.now() });
exports.callsBack = (event, context, callback) => process.nextTick(callback, null, { id: context.awsRequestId, n: Math.random() });
exports.failsBack = (event, context, callback) => setTimeout(callback, 1, new TypeError("no"));
exports.succeeds = (event, context) => setTimeout(() => context.succeed({ at: Date.now() }), 1);
exports.returnsNothing = async () => {};
exports.throwsAtOnce = () => { throw new SyntaxError("at once"); };
exports.rejectsText = async () => { throw "a text"; };

exports.leavesWork = async () => {
  // Nobody waits for it.
  fetch(`${WEB}/late`).catch(() => {});
  setTimeout(() => Math.random(), 50);
  return "early";
};

exports.stored = () =>
  storage.run({ user: "me" }, async () => {
    await new Promise((go) => setTimeout(go, 1));
    await fetch(`${WEB}/a`);
    const user = storage.getStore().user;
    return new Promise((resolve) => http.get(`${WEB}/b`, (response) => response.resume().on("end", () => resolve([user, storage.getStore().user]))));
  });

exports.remaining = async (event, context) => typeof context.getRemainingTimeInMillis === "function";

class Service {
  #count = 0;
  async run() { this.#count += 1; return this.#count + Math.floor(Math.random() * 10); }
}
const service = new Service();
exports.bound = service.run.bind(service);

exports.unhandledLater = async () => {
  Promise.reject(new Error("nobody")).catch(() => {});
  return Promise.any([Promise.reject(new Error("x")), new Promise((go) => setTimeout(go, 1, "any"))]);
};

exports.frozenEvent = async (event) => { "use strict"; Object.freeze(event); return Object.isFrozen(event); };
