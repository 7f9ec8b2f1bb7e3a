// What a recorder cannot see: threads, programs, sockets, keys that are drawn.
"use strict";
const { exec, execFileSync } = require("node:child_process");
const crypto = require("node:crypto");
const dns = require("node:dns");
const dgram = require("node:dgram");
const { promisify } = require("node:util");
const { Worker } = require("node:worker_threads");

exports.thread = () =>
  new Promise((resolve, reject) => {
    const worker = new Worker("require('node:worker_threads').parentPort.postMessage(Math.random())", { eval: true });
    worker.on("message", resolve).on("error", reject);
  });

exports.program = async () => (await promisify(exec)("echo $RANDOM")).stdout.trim().length > 0;
exports.programAtOnce = async () => execFileSync("date", ["+%N"]).toString().trim().length > 0;
exports.keys = async () => crypto.generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" });
exports.webKeys = async () => {
  const key = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, true, ["sign"]);
  return Buffer.from(await crypto.subtle.exportKey("raw", key)).toString("hex");
};
exports.prime = async () => crypto.generatePrimeSync(64).byteLength;
exports.names = async () => (await dns.promises.lookup("localhost")).address;
exports.namesWithCallback = () =>
  new Promise((resolve) => dns.lookup("localhost", { all: true }, (error, found) => resolve(error ? error.code : found.length)));
exports.datagram = () =>
  new Promise((resolve) => {
    const socket = dgram.createSocket("udp4");
    socket.send("x", 9, "127.0.0.1", (error) => { socket.close(); resolve(error ? error.code : "sent"); });
  });
