"use strict";
// The network of one worker. Every request that a handler makes is a point: it is passed on to
// DynamoDB, or answered here if it goes to the outside world, which remembers what happened in
// it. At a point an attempt can be held, and then it goes on, or is killed.

const http = require("node:http");

/** The network of a worker: `dynamodb` is where the store is, `world` what is outside. */
class Gateway {
  constructor(dynamodb, world) {
    this.dynamodb = new URL(dynamodb);
    this.world = world;
    this.under_way = new Set();
    this.expect();
    this.server = http.createServer((request, response) => {
      const chunks = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", () => this.arrived(request, Buffer.concat(chunks), response));
    });
  }

  listen() {
    return new Promise((resolve) => this.server.listen(0, "127.0.0.1", () => resolve(this.server.address().port)));
  }

  /** A new attempt: its points count from 0, and `at(point, act)` may delay or prevent `act`. */
  expect(at = (_point, act) => act()) {
    this.points = 0;
    this.at = at;
  }

  async arrived(request, body, response) {
    const point = this.points++;
    let reply;
    const act = async () => {
      reply ??= this.is_store(request) ? this.stored(request, body) : this.world.answer(request, body);
      this.under_way.add(reply);
      return reply;
    };
    const heard = await this.at(point, act);
    if (heard === undefined) return;
    response.writeHead(heard.status, heard.headers);
    response.end(heard.body);
  }

  is_store(request) {
    return request.headers["x-amz-target"]?.startsWith("DynamoDB_") ?? false;
  }

  stored(request, body) {
    const { hostname, port } = this.dynamodb;
    const { method, url: path, headers } = request;
    return new Promise((resolve, reject) => {
      const passed = http.request({ hostname, port, method, path, headers, agent: false }, (reply) => {
        const chunks = [];
        reply.on("data", (chunk) => chunks.push(chunk));
        reply.on("end", () => resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) }));
      });
      passed.on("error", reject);
      passed.end(body);
    });
  }

  /** Ends when everything that was sent has arrived. */
  async close() {
    await Promise.allSettled(this.under_way);
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** The services outside: what they were asked for, once for each idempotency key. */
class World {
  constructor() {
    this.clear();
  }

  clear() {
    this.effects = [];
    this.known = new Map();
  }

  answer(request, body) {
    const key = request.headers["idempotency-key"];
    if (key !== undefined && this.known.has(key)) return this.known.get(key);
    const service = SERVICES.find(({ here }) => here(request));
    if (!service) return { status: 501, headers: {}, body: `${request.method} ${request.url} is not known here` };
    this.effects.push(`${service.name} ${service.what(request, body.toString())}`);
    const reply = { status: 200, headers: { "content-type": service.type }, body: service.reply };
    if (key !== undefined) this.known.set(key, reply);
    return reply;
  }
}

const SERVICES = [
  {
    name: "mail",
    here: ({ headers }) => /\/ses\/|\/email\//.test(headers.authorization ?? ""),
    what: (_request, body) => new URLSearchParams(body).get("Message.Body.Text.Data"),
    type: "text/xml",
    reply:
      '<SendEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendEmailResult>' +
      "<MessageId>m</MessageId></SendEmailResult></SendEmailResponse>",
  },
  {
    name: "charge",
    here: ({ url }) => url === "/v1/charges",
    what: (_request, body) => new URLSearchParams(body).get("amount"),
    type: "application/json",
    reply: '{"id":"ch_1","object":"charge"}',
  },
];

module.exports = { Gateway, World };
