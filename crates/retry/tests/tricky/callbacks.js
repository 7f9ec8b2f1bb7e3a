// Functions that are given to libraries and to the language: whoever calls them,
// what they do is done.

import { exec } from "node:child_process";
import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import fs from "node:fs";
import https from "node:https";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { DynamoDB, SNS } from "aws-sdk";
import middy from "@middy/core";
import validator from "@middy/validator";
import async from "async";
import axios from "axios";
import bcrypt from "bcryptjs";
import got from "got";
import cors from "cors";
import express from "express";
import jwt from "jsonwebtoken";
import _ from "lodash";
import pino from "pino";
import * as R from "ramda";
import request from "request";
import serverless from "serverless-http";
import superagent from "superagent";
import { v4 as uuid } from "uuid";
import winston from "winston";
import { z } from "zod";

const topics = new SNS();
const items = new DynamoDB.DocumentClient();
const publish = (Message, done = () => {}) => topics.publish({ TopicArn: "news", Message }, done);

// unsafe: published in a callback of a library
export const verified = (event, context, callback) => {
  jwt.verify(event.token, "key", (error, decoded) => {
    if (error) return callback(null, 401);
    publish(decoded.sub, () => callback(null, 200));
  });
};

// safe: the callback only answers
export const authorized = (event, context, callback) => {
  jwt.verify(event.token, "key", (error, decoded) => {
    if (error) return callback("Unauthorized");
    callback(null, { principalId: decoded.sub });
  });
};

// unsafe: published when the file was read
export const fileRead = (event, context, callback) => {
  fs.readFile("/tmp/text", (error, text) => publish(text, () => callback(null, "done")));
};

// unsafe: the same, as a promise
export const fileReadLater = async () => {
  const read = promisify(fs.readFile);
  publish(await read("/tmp/text"));
};

// unsafe: published when the text was compressed
export const compressed = (event, context, callback) => {
  zlib.gzip(event.body, (error, data) => publish(data, () => callback(null, "done")));
};

// unsafe: published when the program ended
export const programEnded = (event, context, callback) => {
  exec("date", (error, output) => publish(output, () => callback(null, "done")));
};

// unsafe: what the callback is given is new
export const randomInCallback = (event, context, callback) => {
  randomBytes(8, (error, bytes) => publish(bytes.toString("hex"), () => callback(null, "done")));
};

// unsafe: published where the passwords agree
export const passwordsAgree = (event, context, callback) => {
  bcrypt.compare(event.password, event.hash, (error, agree) => {
    if (!agree) return callback(null, "no");
    publish("login", () => callback(null, "yes"));
  });
};

// unsafe: a message per item
export const lodashMap = async (event) => { _.map(event.items, (item) => publish(item)); };

// unsafe: a message per item
export const lodashEach = async (event) => { _.each(event.items, (item) => { publish(item); }); };

// unsafe: a message per field
export const lodashFields = async (event) => {
  _.forOwn({ a: event.a, b: event.b }, (value, name) => { publish(name); });
};

// safe: only sorts
export const lodashSort = async (event) => _.sortBy(event.items, (item) => item.date);

// unsafe: runs a little later
// today unknown
export const lodashLater = async () => { _.debounce(() => publish("late"), 10)(); };

// unsafe: a message per item
export const ramdaEach = async (event) => { R.forEach((item) => { publish(item); }, event.items); };

// unsafe: a message per item
// today unknown
export const asyncEach = (event, context, callback) => {
  async.each(event.items, (item, done) => publish(item, done), () => callback(null, "done"));
};

// unsafe: published by who listens
// today unknown
export const emitted = async () => {
  const emitter = new EventEmitter();
  emitter.on("news", () => publish("news"));
  emitter.emit("news");
};

// unsafe: published when the page was read
export const pageRead = (event, context, callback) => {
  https.get("https://example.com", (response) => {
    let text = "";
    response.on("data", (part) => { text += part; });
    response.on("end", () => publish(text, () => callback(null, "done")));
  });
};

// safe: the page is only answered
export const pageAnswered = async () => new Promise((resolve, reject) => {
  https.get("https://example.com", (response) => {
    let text = "";
    response.on("data", (part) => { text += part; });
    response.on("end", () => resolve(text));
  }).on("error", reject);
});

// unsafe: a request that others see
export const pagePosted = async (event) => new Promise((resolve) => {
  const sent = https.request({ host: "example.com", method: "POST" }, (response) => {
    response.on("data", () => {});
    response.on("end", () => resolve(response.statusCode));
  });
  sent.write(event.body);
  sent.end();
});

// unsafe: published with the body of the answer
export const requested = (event, context, callback) => {
  request("https://example.com", (error, response, body) => {
    publish(body.trim(), () => callback(null, response.statusCode));
  });
};

// unsafe: a form that is sent twice
export const formSent = (event, context, callback) => {
  request.post("https://example.com").form({ text: event.text });
  callback(null, "done");
};

// unsafe: sent when it is awaited
export const agentSent = async (event) => {
  const answer = await superagent.post("https://example.com").send({ text: event.text });
  return answer.body;
};

// unsafe: published while replacing
// today unknown
export const replaced = async (event) =>
  event.text.replace(/a/g, () => { publish("a"); return "b"; });

// safe: only replaces
export const replacedOnly = async (event) => event.text.replace(/a/g, (a) => a.toUpperCase());

// unsafe: published while writing JSON
// today unknown
export const stringified = async (event) =>
  JSON.stringify(event, (name, value) => { publish(name); return value; });

// safe: only leaves something out
export const stringifiedOnly = async (event) =>
  JSON.stringify(event, (name, value) => (name === "secret" ? undefined : value));

// unsafe: published while reading a field
// today unknown
export const proxied = async () => new Proxy({}, { get: () => { publish("read"); return 1; } }).any;

// unsafe: published while iterating
export const iterated = async () => {
  const source = { async *[Symbol.asyncIterator]() { await publish("next"); yield 1; } };
  for await (const item of source) console.log(item);
};

// safe: only sorts
export const sortedOnly = async (event) => event.items.sort((a, b) => a.date - b.date);

// unsafe: published by what says how it is written
// today unknown
export const toldItself = async () =>
  JSON.stringify({ toJSON() { publish("written"); return 1; } });

const clean = (value) => {
  if (Array.isArray(value)) return value.map((inner) => clean(inner));
  if (value && typeof value === "object") {
    const kept = {};
    for (const [name, inner] of Object.entries(value)) {
      if (inner !== null) kept[name] = clean(inner);
    }
    return kept;
  }
  return value;
};

// safe: a function that calls itself and only computes
export const cleaned = async (event) => clean(event.body);

let visited = 0;
const count = (value) => {
  visited = value.name;
  return Array.isArray(value) ? value.map((inner) => count(inner)) : [visited];
};

// unsafe: one that leaves something behind
export const counted = async (event) => {
  count(event.body);
  await publish(visited);
};

// unsafe: published by a hook in a list in a record
// today unknown
export const hooked = async () => {
  await got("https://example.org", { hooks: { beforeRequest: [() => { publish("sent"); }] } });
};

// safe: a function in a record that only computes
export const judged = async () => {
  await axios.get("https://example.org", { validateStatus: (status) => status < 500 });
};

// unsafe: published by what changes the answer
// today unknown
export const transformed = async () => {
  await axios.get("https://example.org", {
    transformResponse: [(data) => { publish("read"); return data; }],
  });
};

// unsafe: published by the client's own logger
// today unknown
export const loggedByClient = async () => {
  const client = new SNS({ logger: { log() { publish("called"); } } });
  await client.listTopics({}).promise();
};

// unsafe: published by the hook of a logger
// today unknown
export const loggedByHook = async () => {
  const logger = pino({ hooks: { logMethod(given, method) { publish("log"); method.apply(this, given); } } });
  logger.info("here");
};

// safe: a logger's hook that only computes
export const loggedInLevels = async () => {
  const logger = pino({ formatters: { level: (label) => ({ level: label.toUpperCase() }) } });
  logger.info("here");
};

// unsafe: published while a line is formatted
// today unknown
export const loggedInFormat = async () => {
  const format = winston.format((line) => { publish("line"); return line; })();
  winston.createLogger({ format }).info("here");
};

// unsafe: published by what replaces a function of the language
// today unknown
export const logReplaced = async () => {
  console.log = () => { publish("log"); };
  console.log("here");
};

// unsafe: published by what replaces the adapter of a library
// today unknown
export const adapterReplaced = async () => {
  axios.defaults.adapter = async () => { await publish("sent"); return { data: 1 }; };
  await axios.get("https://example.org");
};

// unsafe: a function of a library draws a new key for each attempt
// today unknown
export const drawnByDefault = async (event) => {
  const schema = z.object({ id: z.string().default(uuid) });
  await items.put({ TableName: "items", Item: schema.parse(event.body) }).promise();
};

// unsafe: the same, of a function of the language
// today unknown
export const drawnByTimes = async () => {
  await items.put({ TableName: "items", Item: { id: _.times(3, Math.random).join() } }).promise();
};

const fails = async (event) => {
  if (event.bad) throw new Error("bad");
  return event.id;
};
const told = () => topics.publish({ TopicArn: "news", Message: "m" }).promise();

// unsafe: middleware is told of errors
export const errorTold = middy(fails).use({ onError: async () => { await told(); } });

// unsafe: the same by a function
export const errorToldToFunction = middy(fails).onError(async () => { await told(); });

// safe: an error becomes an answer
export const errorAnswered = middy(fails).use({
  onError: async (request) => { request.response = { statusCode: 500, body: request.error.message }; },
});

// unsafe: middleware of a package may refuse a request
export const refusedTold = middy(async () => 1)
  .use(validator({ eventSchema: {} }))
  .onError(async () => { await told(); });

// safe: a request that is refused is refused again
export const refusedAnswered = middy(async (event) => event.id)
  .use(validator({ eventSchema: {} }))
  .onError(async (request) => { request.response = { statusCode: 400 }; });

// unsafe: a plugin of middy runs around all
// today unknown
export const pluginRuns = (event) => middy(fails, { afterHandler: () => told() })(event);

// unsafe: a parameter of a route is looked at
// today unknown
export const parameterOfRoute = (event, context) => {
  const app = express();
  app.param("id", async (request, response, next) => { await told(); next(); });
  app.get("/:id", (request, response) => response.json({}));
  return serverless(app)(event, context);
};

// unsafe: told when a response has been sent
// today unknown
export const responseFinished = (event, context) => {
  const app = express();
  app.get("/", (request, response) => { response.on("finish", () => told()); response.json({}); });
  return serverless(app)(event, context);
};

// unsafe: a function that decides who may ask
// today unknown
export const originChecked = (event, context) => {
  const app = express();
  app.use(cors({ origin: (origin, done) => { told(); done(null, true); } }));
  app.get("/", (request, response) => response.json({}));
  return serverless(app)(event, context);
};

// unsafe: a function that sees all requests
// today unknown
export const requestSeen = (event, context) => {
  const app = express();
  app.get("/", (request, response) => response.json({}));
  return serverless(app, { request: async () => { await told(); } })(event, context);
};

// unsafe: published by what is tried
export const tried = async () => {
  await Promise.try(() => publish("tried"));
};

// unsafe: published by a getter that JSON reads
// today unknown
export const gotten = async () => JSON.stringify({ get id() { publish("read"); return 1; } });

// unsafe: a function with a default has fewer parameters
export const measured = async () => {
  if (((first, second = 1) => first + second).length === 1) await publish("one").promise();
};

// unsafe: a text and a number are loosely equal, and not the same
// today unknown
export const loose = async (event) => {
  if (event.one == event.other && event.one !== event.other) await publish("loose").promise();
};

class Sending {
  log() { publish("line"); }
}

// unsafe: published by a method of an instance that a logger calls
// today unknown
export const transported = async () => {
  winston.createLogger({ transports: [new Sending()] }).info("here");
};

class Counting {
  log(line) { return line.length; }
}

// safe: a method that only computes
export const transportedOnly = async () => {
  winston.createLogger({ transports: [new Counting()] }).info("here");
};
