"use strict";
// Where events and recordings go: to a collector over HTTP, or into a folder.
// Memory is bounded, nothing is ever thrown into the application, and a
// collector that is down or slow costs an invocation at most the deadline.

const fs = require("node:fs");
const http = require("node:http");
const https = require("node:https");
const path = require("node:path");
const { apart } = require("./invocation");

// The real ones: hooks replace the originals.
const { request: httpRequest } = http;
const { request: httpsRequest } = https;
const { appendFileSync, mkdirSync, writeFileSync, renameSync } = fs;
const { setTimeout, clearTimeout } = globalThis;

const BATCH_BYTES = 1024 * 1024;
const ANSWER_MILLISECONDS = 5000;
// After a failure the collector is left alone for this long, so that a dead one
// is not asked by every invocation.
const PAUSE_MILLISECONDS = 1000;

/** A sink that takes nothing, where neither an endpoint nor a folder is set. */
const nowhere = { events() {}, recording() {}, flush: () => Promise.resolve() };

/** The sink that the settings ask for. */
function sinkOf(settings) {
  if (settings.endpoint) return new Collector(settings);
  if (settings.directory) return new Folder(settings.directory);
  return nowhere;
}

/** What waits to be sent: bounded, the oldest go first, and how many went is counted. */
class Queue {
  #items = [];
  #bytes = 0;
  #limit;
  dropped = 0;

  constructor(limit) {
    this.#limit = limit;
  }

  push(item) {
    this.#items.push(item);
    this.#bytes += item.text.length;
    while (this.#bytes > this.#limit && this.#items.length > 0) {
      this.#bytes -= this.#items.shift().text.length;
      this.dropped += 1;
    }
  }

  /** The next items of one kind that go into one request together. */
  batch() {
    const [first] = this.#items;
    if (!first) return undefined;
    let count = 0;
    let bytes = 0;
    for (const item of this.#items) {
      if (item.path !== first.path || (count > 0 && bytes + item.text.length > BATCH_BYTES)) break;
      bytes += item.text.length;
      count += 1;
      if (!first.joins) break;
    }
    const items = this.#items.splice(0, count);
    this.#bytes -= bytes;
    return { path: first.path, text: items.map((item) => item.text).join(""), items };
  }

  putBack({ items }) {
    this.#items.unshift(...items);
    for (const item of items) this.#bytes += item.text.length;
  }

  get isEmpty() {
    return this.#items.length === 0;
  }
}

class Collector {
  #queue;
  #endpoint;
  #token;
  #agent;
  #running;
  #pausedUntil = 0;
  #now = Date.now;

  constructor({ endpoint, token, queueLimit }) {
    this.#endpoint = new URL(endpoint);
    this.#token = token;
    this.#queue = new Queue(queueLimit);
    const { Agent } = this.#endpoint.protocol === "https:" ? https : http;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 2 });
  }

  get dropped() {
    return this.#queue.dropped;
  }

  events(lines) {
    this.#queue.push({ path: "/v1/events", text: lines, joins: true });
    this.#start();
  }

  recording(id, text) {
    this.#queue.push({ path: `/v1/recordings/${encodeURIComponent(id)}`, text, joins: false });
    this.#start();
  }

  /** Resolves when everything was sent, or given up, or after `milliseconds`. */
  flush(milliseconds) {
    this.#start();
    if (!this.#running) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#running.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #start() {
    if (this.#running || this.#queue.isEmpty || this.#now() < this.#pausedUntil) return;
    this.#running = apart(() => this.#sendAll()).finally(() => (this.#running = undefined));
  }

  async #sendAll() {
    for (let batch = this.#queue.batch(); batch; batch = this.#queue.batch()) {
      const status = await this.#send(batch);
      // Busy or broken: the same batch goes again later. Refused: it would be
      // refused again.
      if (status === undefined || status === 429 || status >= 500) {
        this.#queue.putBack(batch);
        this.#pausedUntil = this.#now() + PAUSE_MILLISECONDS;
        apart(() => setTimeout(() => this.#start(), PAUSE_MILLISECONDS + 1).unref());
        return;
      }
      if (status >= 400) this.#queue.dropped += batch.items.length;
    }
  }

  #send({ path: where, text }) {
    return new Promise((resolve) => {
      try {
        const send = this.#endpoint.protocol === "https:" ? httpsRequest : httpRequest;
        const request = send(new URL(where, this.#endpoint), {
          method: "POST",
          agent: this.#agent,
          timeout: ANSWER_MILLISECONDS,
          headers: {
            "content-type": "application/x-ndjson",
            "content-length": Buffer.byteLength(text),
            ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
          },
        });
        request.on("response", (response) => {
          response.resume();
          response.on("end", () => resolve(response.statusCode));
          response.on("error", () => resolve(undefined));
        });
        request.on("timeout", () => request.destroy());
        request.on("error", () => resolve(undefined));
        // A process that has nothing else to do may end.
        request.on("socket", (socket) => socket.unref());
        request.end(text);
      } catch {
        resolve(undefined);
      }
    });
  }
}

/**
 * A folder on this machine. Files are written at once: waiting for a thread of
 * the pool, seven times for each invocation, takes longer than the writing.
 */
class Folder {
  #directory;
  #lines = "";
  dropped = 0;

  constructor(directory) {
    this.#directory = directory;
    this.#write(() => mkdirSync(directory, { recursive: true }));
  }

  events(lines) {
    this.#lines += lines;
  }

  recording(id, text) {
    const file = path.join(this.#directory, `${id.replace(/[^A-Za-z0-9._-]/g, "_")}.recording`);
    // Under its name only when it is whole.
    this.#write(() => {
      writeFileSync(`${file}.part`, text);
      renameSync(`${file}.part`, file);
    });
  }

  #write(perform) {
    try {
      apart(perform);
    } catch {
      this.dropped += 1;
    }
  }

  flush() {
    const lines = this.#lines;
    this.#lines = "";
    if (lines) this.#write(() => appendFileSync(path.join(this.#directory, "events.ndjson"), lines));
    return Promise.resolve();
  }
}

module.exports = { sinkOf };
