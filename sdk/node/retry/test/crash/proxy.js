"use strict";
// Between a worker and its store: the place where attempts are interrupted. Every
// piece of data that the worker sends is a point; a fault happens at one of them.

const net = require("node:net");

/** A proxy for one worker. `armed` says what to do at which point of the attempt. */
class Proxy {
  constructor(target) {
    this.target = new URL(target);
    this.points = 0;
    this.armed = undefined;
    this.muted = false;
    this.server = net.createServer((client) => this.connect(client));
  }

  listen() {
    return new Promise((resolve) => this.server.listen(0, "127.0.0.1", () => resolve(this.server.address().port)));
  }

  /** From now on, `interrupt(send)` is called at a point; `send` passes on what was held there. */
  arm(point, interrupt) {
    this.points = 0;
    this.armed = { point, interrupt };
  }

  disarm() {
    this.armed = undefined;
    return this.points;
  }

  connect(client) {
    const store = net.connect(Number(this.target.port), this.target.hostname);
    for (const socket of [client, store]) {
      socket.setNoDelay(true);
      socket.on("error", () => {});
    }
    client.on("data", (data) => {
      const point = this.points;
      this.points += 1;
      if (this.armed?.point !== point) return void store.write(data);
      const { interrupt } = this.armed;
      this.armed = undefined;
      interrupt(() => answered(store, data));
    });
    // A worker that is held must not hear the answer before it goes on.
    store.on("data", (data) => (this.muted ? this.held.push(() => client.write(data)) : client.write(data)));
    client.on("close", () => setTimeout(() => store.destroy(), 2000).unref());
    store.on("close", () => client.destroy());
  }

  /** Keeps answers back, until the function that this returns is called. */
  mute() {
    this.muted = true;
    this.held = [];
    return () => {
      this.muted = false;
      for (const pass of this.held) pass();
    };
  }

  close() {
    this.server.close();
  }
}

// Passes data on and waits until the store has answered, or long enough.
function answered(store, data) {
  return new Promise((resolve) => {
    store.once("data", resolve);
    setTimeout(resolve, 60);
    store.write(data);
  });
}

module.exports = { Proxy };
