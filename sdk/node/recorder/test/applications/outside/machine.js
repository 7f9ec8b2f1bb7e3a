// What differs from machine to machine: memory, names, zones, languages, numbers.
"use strict";
const os = require("node:os");
const { performance } = require("node:perf_hooks");

exports.facts = async () => [
  os.hostname(), os.freemem(), os.loadavg(), os.uptime(), process.pid, process.memoryUsage().rss, process.memoryUsage.rss(),
  process.cpuUsage().user, os.cpus().length, Object.keys(os.networkInterfaces()).length, process.uptime(), performance.now(),
  performance.timeOrigin, process.hrtime()[0], String(process.hrtime.bigint()),
];

exports.dates = async () => {
  const now = new Date();
  class Day extends Date {}
  return [
    now.toString(), now.getHours(), new Date(2024, 0, 1).toISOString(), Date(), new Day().getTime(), new Day() instanceof Date,
    structuredClone(now).getTime(), now.toLocaleString("en-GB", { timeZone: "Asia/Tokyo" }), new Intl.DateTimeFormat().resolvedOptions().timeZone,
    new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "medium" }).format(), Date.length, Date.name, now.constructor === Date,
  ];
};

exports.values = async () => ({
  big: 2n ** 70n > 0n, map: [...new Map([["a", new Set([1])]])].length, error: new RangeError("x", { cause: 1 }).cause,
  bytes: Buffer.from([1, 2, 255]), when: new Date(0), nothing: undefined, deep: { __proto__: null, a: 1 }, minus: -0, not: NaN,
  list: [, 1], own: JSON.parse('{"__proto__": 1, "$": "x"}'),
});

exports.environment = async () => {
  process.env.MADE = "here";
  const { MADE, MISSING = "default" } = process.env;
  delete process.env.MADE;
  return [MADE, MISSING, "MADE" in process.env, Object.keys(process.env).includes("WEB"), { ...process.env }.WEB === process.env.WEB, typeof process.env.PATH];
};
