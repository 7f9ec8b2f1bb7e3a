// Requests over https: with `fetch`, with node:https and an agent that keeps connections, and
// with the SDK; and a server that is not trusted.
"use strict";
const fs = require("node:fs");
const https = require("node:https");
const { S3Client, PutObjectCommand, GetObjectCommand } = require("@aws-sdk/client-s3");

const { WEB, CERTIFICATE, STRANGER } = process.env;
const agent = new https.Agent({ keepAlive: true, ca: fs.readFileSync(CERTIFICATE) });
const objects = new S3Client({
  region: "eu-west-1", endpoint: WEB, forcePathStyle: true, credentials: { accessKeyId: "key", secretAccessKey: "secret" },
});

function ask(url, { body, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const request = https.request(url, options, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk)).on("end", () => resolve({ status: response.statusCode, ...JSON.parse(text) }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

exports.handler = async () => {
  const order = [];
  const note = (name) => (value) => {
    order.push(name);
    return value;
  };
  const answers = await Promise.all([
    ask(`${WEB}/get`, { agent }).then(note("get")),
    ask(`${WEB}/post`, { agent, method: "POST", body: `at ${Date.now()}` }).then(note("post")),
    fetch(`${WEB}/fetch`, { method: "PUT", body: "text" }).then((response) => response.json()).then(note("fetch")),
    objects.send(new PutObjectCommand({ Bucket: "b", Key: "k", Body: "content" })).then(note("put")),
  ]);
  const { Body } = await objects.send(new GetObjectCommand({ Bucket: "b", Key: "k" }));
  return {
    order,
    answers: answers.slice(0, 3).map(({ path, number }) => [path, number]),
    object: JSON.parse(await Body.transformToString()).path,
    stranger: await ask(STRANGER).catch((error) => error.code),
    strangerOfFetch: await fetch(STRANGER).catch((error) => [error.name, error.cause.code]),
  };
};
