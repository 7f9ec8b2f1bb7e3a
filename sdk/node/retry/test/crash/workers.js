"use strict";
// Processes that run handlers: one attempt at a time, each behind a proxy of its own.
// They are killed and stopped, so some are kept ready.

const { spawn } = require("node:child_process");
const readline = require("node:readline");
const { Proxy } = require("./proxy");

class Worker {
  static async start(command, address, environment) {
    const worker = new Worker();
    worker.proxy = new Proxy(address);
    const port = await worker.proxy.listen();
    const url = new URL(address);
    url.port = port;
    worker.child = spawn(command[0], command.slice(1), {
      env: { ...process.env, ...environment, STORE: url.href.replace(/\/$/, "") },
      stdio: ["pipe", "pipe", "inherit"],
    });
    worker.answers = [];
    worker.gone = new Promise((resolve) => worker.child.once("exit", resolve));
    worker.child.stdin.on("error", () => {});
    readline.createInterface({ input: worker.child.stdout }).on("line", (line) => worker.answers.shift()?.(JSON.parse(line)));
    const ready = await Promise.race([worker.line(), worker.gone]);
    if (!ready?.ready) throw new Error(`${command.join(" ")} does not start`);
    return worker;
  }

  line() {
    return new Promise((resolve) => this.answers.push(resolve));
  }

  /** One attempt: its answer, or undefined if the worker has died. */
  attempt(event) {
    const answer = this.line();
    this.child.stdin.write(`${JSON.stringify(event)}\n`);
    return Promise.race([answer, this.gone.then(() => undefined)]);
  }

  signal(name) {
    this.child.kill(name);
  }

  async end() {
    this.child.kill("SIGKILL");
    await this.gone;
    this.proxy.close();
  }
}

/** Workers that are ready when they are needed. */
class Workers {
  constructor(command, address, environment, spare) {
    this.start = () => Worker.start(command, address, environment);
    this.ready = Array.from({ length: spare }, () => this.start());
    this.free = [];
  }

  take() {
    if (this.free.length > 0) return Promise.resolve(this.free.pop());
    this.ready.push(this.start());
    return this.ready.shift();
  }

  give(worker) {
    this.free.push(worker);
  }

  async end() {
    await Promise.all([...this.free, ...(await Promise.all(this.ready))].map((worker) => worker.end()));
  }
}

module.exports = { Workers };
