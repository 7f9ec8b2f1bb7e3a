"use strict";
// Processes that run handlers, each with a gateway of its own. They are killed, so some are
// kept ready.

const { spawn } = require("node:child_process");
const readline = require("node:readline");
const { Gateway } = require("./gateway");

class Worker {
  static async start(command, dynamodb, world, environment) {
    const worker = new Worker();
    worker.gateway = new Gateway(dynamodb, world);
    const port = await worker.gateway.listen();
    const AWS_ENDPOINT_URL = `http://127.0.0.1:${port}`;
    worker.child = spawn(command[0], command.slice(1), {
      env: { ...process.env, ...environment, AWS_ENDPOINT_URL },
      stdio: ["pipe", "pipe", "inherit"],
    });
    worker.waiting = [];
    worker.gone = new Promise((resolve) => worker.child.once("exit", () => resolve(undefined)));
    worker.child.stdin.on("error", () => {});
    readline.createInterface({ input: worker.child.stdout }).on("line", (line) => worker.waiting.shift()?.(JSON.parse(line)));
    const ready = await Promise.race([worker.line(), worker.gone]);
    if (!ready?.ready) throw new Error(`${command.join(" ")} does not start`);
    return worker;
  }

  line() {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** One attempt: its answer, or undefined if the worker has died. */
  attempt(asked) {
    const answer = this.line();
    this.child.stdin.write(`${JSON.stringify(asked)}\n`);
    return Promise.race([answer, this.gone]);
  }

  kill() {
    this.killed = true;
    this.child.kill("SIGKILL");
  }

  async end() {
    this.kill();
    await this.gone;
    await this.gateway.close();
  }
}

/** Workers that are ready when they are needed. */
class Workers {
  constructor(command, dynamodb, world, environment) {
    this.start = () => Worker.start(command, dynamodb, world, environment);
    this.ready = [];
    this.free = [];
  }

  take() {
    if (this.free.length > 0) return Promise.resolve(this.free.pop());
    while (this.ready.length < 3) this.ready.push(this.start());
    return this.ready.shift();
  }

  /** Takes a worker back, unless it was killed just after it had answered. */
  async give(worker) {
    if (worker.killed) await worker.end();
    else this.free.push(worker);
  }

  async end() {
    await Promise.all([...this.free, ...(await Promise.all(this.ready))].map((worker) => worker.end()));
  }
}

module.exports = { Workers };
