"use strict";
// What the recorder does not understand, so that it is said: connections of
// libraries with a protocol of their own, and programs that are started.

const childProcess = require("node:child_process");
const net = require("node:net");
const { current } = require("../invocation");

function install() {
  const { prototype } = net.Socket;
  const connect = prototype.connect;
  prototype.connect = function (...args) {
    current()?.unsupported("A connection is opened by a library that the recorder does not support.");
    return connect.apply(this, args);
  };
  const write = prototype.write;
  prototype.write = function (chunk, encoding, done) {
    const tape = current();
    // Asking for the address is a call of the system.
    if (tape && this.remoteAddress !== undefined) {
      tape.unsupported("A library that the recorder does not support sends data over its own connection.");
    }
    return write.call(this, chunk, encoding, done);
  };
  for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"]) {
    const real = childProcess[name];
    childProcess[name] = function (...args) {
      current()?.unsupported(`A program is started by child_process.${name}, which the recorder does not support.`);
      return real.apply(this, args);
    };
    // util.promisify(exec) has a form of its own.
    Object.defineProperties(childProcess[name], Object.getOwnPropertyDescriptors(real));
  }
}

module.exports = { install };
