"use strict";
// Names of the network: node:dns, with callbacks and with promises.

const dns = require("node:dns");
const { current } = require("../invocation");

const LOOKUPS = ["lookup", "lookupService", "resolve", "reverse"];
const RECORDS = ["4", "6", "Any", "Caa", "Cname", "Mx", "Naptr", "Ns", "Ptr", "Soa", "Srv", "Txt"];
const NAMES = [...LOOKUPS, ...RECORDS.map((kind) => `resolve${kind}`)];

function install() {
  for (const name of NAMES) {
    withCallback(name);
    promised(name);
  }
}

function withCallback(name) {
  const real = dns[name];
  dns[name] = Object.assign(function (...args) {
    const tape = current();
    const callback = args.at(-1);
    if (!tape || typeof callback !== "function") return real.apply(this, args);
    const asked = args.slice(0, -1);
    return tape.asynchronous(
      { kind: "name", name: `dns.${name}`, request: asked },
      (done) => real.call(this, ...asked, (error, ...values) => done(error ? { error } : { value: values })),
      ({ error, value }) => (error ? callback(error) : callback(null, ...value)),
    );
  }, real);
  // util.promisify(dns.lookup) has a form of its own.
  Object.defineProperties(dns[name], Object.getOwnPropertyDescriptors(real));
}

function promised(name) {
  const real = dns.promises[name];
  dns.promises[name] = function (...args) {
    const tape = current();
    if (!tape) return real.apply(this, args);
    return new Promise((resolve, reject) =>
      tape.asynchronous(
        { kind: "name", name: `dns.promises.${name}`, request: args },
        (done) => real.apply(this, args).then((value) => done({ value }), (error) => done({ error })),
        ({ error, value }) => (error ? reject(error) : resolve(value)),
      ),
    );
  };
}

module.exports = { install };
