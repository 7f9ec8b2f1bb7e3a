// The order of what runs side by side, generators, and modules that wait while they load.
import { EventEmitter, once, on } from "node:events";
import { setTimeout as wait, setImmediate as turn, setInterval as every, scheduler } from "node:timers/promises";
import timers from "node:timers";

const { WEB } = process.env;
const secrets = await (await fetch(`${WEB}/settings`)).json();
const started = await new Promise((go) => setTimeout(() => go(Date.now()), 2));
let invocations = 0;

async function* pages(count) {
  for (let page = 0; page < count; page += 1) {
    await wait(Math.random() * 3);
    yield (await (await fetch(`${WEB}/page/${page}`)).json()).path;
  }
}

export async function queues() {
  const order = [];
  setImmediate(() => order.push("immediate"));
  setTimeout(() => order.push("timeout"), 0);
  process.nextTick(() => order.push("tick"));
  queueMicrotask(() => order.push("microtask"));
  Promise.resolve().then(() => order.push("promise"));
  await turn();
  order.push("turn");
  await wait(2);
  timers.setImmediate(() => order.push("module immediate"));
  await scheduler.wait(2);
  await scheduler.yield();
  return { order, number: secrets.number, started };
}

export async function generated() {
  const [left, right] = [pages(3), pages(2)];
  const seen = [];
  const drain = async (name, source) => {
    for await (const page of source) seen.push([name, page]);
  };
  await Promise.all([drain("left", left), drain("right", right)]);
  return seen;
}

export async function intervals() {
  const seen = [];
  let count = 0;
  for await (const value of every(2, "x")) {
    seen.push([value, Date.now()]);
    if (++count === 3) break;
  }
  return seen;
}

export async function events() {
  const emitter = new EventEmitter();
  setTimeout(() => emitter.emit("ready", Math.random()), 2);
  const [first] = await once(emitter, "ready");
  const list = [];
  setTimeout(() => { emitter.emit("n", 1); emitter.emit("n", 2); }, 1);
  for await (const [n] of on(emitter, "n")) {
    list.push(n);
    if (n === 2) break;
  }
  return [first, list];
}

export async function imported() {
  const { default: words } = await import("./words.mjs");
  const { randomUUID } = await import("node:crypto");
  return [words(), randomUUID(), import.meta.url.length > 0];
}

export async function remembers() {
  invocations += 1;
  return { invocations, at: Date.now() };
}
