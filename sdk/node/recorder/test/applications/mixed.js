// What handlers do without any SDK: time, chance, timers, files, the web.
"use strict";
const crypto = require("node:crypto");
const fs = require("node:fs");
const http = require("node:http");

const started = crypto.randomUUID();

function get(url) {
  return new Promise((resolve, reject) => {
    http
      .get(url, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk)).on("end", () => resolve({ status: response.statusCode, text }));
      })
      .on("error", reject);
  });
}

exports.everything = async (event) => {
  const order = [];
  const bytes = await new Promise((resolve, reject) =>
    crypto.randomBytes(4, (error, value) => (error ? reject(error) : resolve(value.toString("hex")))),
  );
  await Promise.all([
    ...[3, 1, 2].map(async (n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 3 * Math.random()));
      order.push(n);
    }),
    get(`${process.env.WEB}/a?password=${event.password}`).then(() => order.push("a")),
    fetch(`${process.env.WEB}/b`, { method: "POST", body: JSON.stringify(event) }).then(async (response) => {
      order.push((await response.json()).path);
    }),
  ]);
  return {
    started,
    order,
    bytes,
    host: fs.readFileSync("/etc/hostname", "utf8"),
    missing: fs.existsSync("/nowhere/at/all"),
    now: new Date().toISOString(),
    random: Math.random(),
    uuid: globalThis.crypto.randomUUID(),
    refused: await get("http://127.0.0.1:1/").catch((error) => error.code),
  };
};

exports.callback = (event, context, callback) => {
  setImmediate(() => callback(null, { id: context.awsRequestId, at: Date.now() }));
};

exports.fails = async () => {
  await get(`${process.env.WEB}/a`);
  throw Object.assign(new RangeError("too far"), { code: "E_FAR" });
};

exports.socket = async () => {
  const net = require("node:net");
  const { port } = new URL(process.env.WEB);
  return new Promise((resolve) => net.connect(Number(port), "127.0.0.1", function () { resolve(this.destroy() && 1); }));
};

exports.secretInUrl = async ({ password }) => {
  const answer = await get(`${process.env.WEB}/users/${encodeURIComponent(password)}?password=${encodeURIComponent(password)}`);
  return { status: answer.status };
};
