"use strict";
// Facts of the machine and of the process that an invocation may ask for.

const os = require("node:os");
const { current } = require("../invocation");

const OS = ["hostname", "freemem", "totalmem", "loadavg", "uptime", "cpus", "networkInterfaces", "userInfo", "availableParallelism"];

function install() {
  for (const name of OS) fact(os, name, `os.${name}`);
  fact(process, "memoryUsage", "process.memoryUsage");
  fact(process.memoryUsage, "rss", "process.memoryUsage.rss");
  fact(process, "cpuUsage", "process.cpuUsage");
  fact(process, "resourceUsage", "process.resourceUsage");
  for (const name of ["pid", "ppid"]) property(process, name, `process.${name}`);
  property(performance, "timeOrigin", "performance.timeOrigin");
  fact(performance, "eventLoopUtilization", "performance.eventLoopUtilization");
}

function fact(owner, name, told) {
  const real = owner[name];
  if (typeof real !== "function") return;
  owner[name] = Object.assign(function (...args) {
    const tape = current();
    const perform = () => real.apply(this, args);
    return tape ? tape.synchronous({ kind: "machine", name: told, request: null }, perform) : perform();
  }, real);
}

function property(owner, name, told) {
  const value = owner[name];
  const get = () => current()?.plain("machine", told, () => value) ?? value;
  Object.defineProperty(owner, name, { get, enumerable: true, configurable: true });
}

module.exports = { install };
