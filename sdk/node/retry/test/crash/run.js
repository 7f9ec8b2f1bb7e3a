"use strict";
// Crash tests: many requests, each attempted again and again until an attempt gets
// through, while attempts are killed and stopped at every point. Then the history is
// checked: had every request happened exactly once?
//
//   node run.js --shop dynamodb --handler selective --requests 50 [--seed 1] [--points 3,4] [-- COMMAND of the worker]
//
// Prints what was done and what is wrong, as JSON.

const path = require("node:path");
const { parseArgs } = require("node:util");
const { start } = require("../serve");
const { Workers } = require("./workers");

const FAULTS = {
  // The worker dies, and what it was sending is lost.
  lost: async (worker) => {
    worker.signal("SIGKILL");
  },
  // The worker dies after the store has answered.
  unheard: async (worker, send) => {
    worker.proxy.mute();
    await send();
    worker.signal("SIGKILL");
  },
  // The worker dies, and what it was sending arrives after the retry.
  late: async (worker, send, retry) => {
    worker.signal("SIGKILL");
    await retry();
    await send();
  },
  // The worker is stopped before it sends, and goes on after the retry.
  stopped: async (worker, send, retry) => {
    worker.signal("SIGSTOP");
    await retry();
    send();
    worker.signal("SIGCONT");
  },
  // The worker is stopped before it hears the answer, and goes on after the retry.
  deaf: async (worker, send, retry) => {
    const pass = worker.proxy.mute();
    await send();
    worker.signal("SIGSTOP");
    await retry();
    pass();
    worker.signal("SIGCONT");
  },
};

const KINDS = Object.keys(FAULTS);

/** Attempts one request until it is done; gives all answers that attempts gave. */
async function request(run, event, plan, retry = false) {
  const { counts, workers } = run;
  const answers = [];
  const fault = plan.shift();
  const worker = await workers.take();
  const again = () => request(run, event, plan, true).then((more) => answers.push(...more));
  if (retry) await run.shop.between(run.random);
  if (!fault) {
    worker.proxy.disarm();
    const answer = await worker.attempt(event);
    workers.give(worker);
    return [answer];
  }
  let interrupted;
  worker.proxy.arm(fault.point, (send) => {
    counts[fault.kind] += 1;
    interrupted = FAULTS[fault.kind](worker, send, again);
  });
  const random = fault.after === undefined ? undefined : setTimeout(() => worker.signal("SIGKILL"), fault.after);
  const answer = await worker.attempt(event);
  clearTimeout(random);
  counts.points = Math.max(counts.points, worker.proxy.disarm());
  await interrupted;
  if (answer) {
    answers.push(answer);
    workers.give(worker);
  } else {
    if (fault.after !== undefined) counts.random += 1;
    await worker.end();
  }
  if (answers.length === 0) await again();
  return answers;
}

/** Faults for the attempts of a request: systematic ones first, chance for the others. */
function planOf(index, { points, kinds }, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const fault = (systematic) => {
    if (!systematic && random() < 0.3) return { point: -1, after: random() * 60 };
    return systematic
      ? { kind: kinds[index % kinds.length], point: points[Math.floor(index / kinds.length) % points.length] }
      : { kind: pick(kinds), point: pick(points) };
  };
  const plan = [fault(true)];
  while (plan.length < 4 && random() < 0.5) plan.push(fault(false));
  return plan;
}

function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      shop: { type: "string", default: "dynamodb" },
      handler: { type: "string", default: "selective" },
      requests: { type: "string", default: "50" },
      seed: { type: "string", default: "1" },
      points: { type: "string", default: "0,1,2,3,4,5,6,7,8" },
      kinds: { type: "string", default: KINDS.join() },
      lanes: { type: "string", default: "2" },
    },
  });
  const choice = { points: values.points.split(",").map(Number), kinds: values.kinds.split(",") };
  const random = generator(Number(values.seed));
  const { open, server } = require(`./shops/${values.shop}`);
  const { address, stop } = await start(server);
  const shop = await open(address);
  const command = positionals.length ? positionals : [process.execPath, path.join(__dirname, "worker.js")];
  const environment = { SHOP: values.shop, HANDLER: values.handler };
  const workers = new Workers(command, address, environment, Number(values.lanes) + 1);
  const counts = { points: 0, random: 0, ...Object.fromEntries(KINDS.map((kind) => [kind, 0])) };
  const events = Array.from({ length: Number(values.requests) }, (_, index) => ({ request: `q${index}`, user: `u${index % 3}` }));
  const queue = events.map((event, index) => [event, planOf(index, choice, random)]);
  const answers = new Map();
  const run = { counts, random, shop, workers };
  const others = setInterval(() => shop.others().catch(() => {}), 4);
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) answers.set(next[0], await request(run, ...next));
  };
  await Promise.all(Array.from({ length: Number(values.lanes) }, lane));
  clearInterval(others);
  await workers.end();
  const rejected = [...answers.values()].filter(([answer]) => answer.result?.rejected).length;
  const violations = [...disagreements(answers), ...(await shop.violations([...answers].map(([event, [answer]]) => ({ event, answer }))))];
  await shop.close();
  await stop();
  process.stdout.write(`${JSON.stringify({ requests: events.length, rejected, ...counts, violations })}\n`);
}

// All attempts that answer must give the same answer, and no attempt may fail.
function disagreements(answers) {
  return [...answers].flatMap(([event, all]) => {
    const failed = all.filter((answer) => answer.error).map((answer) => `${event.request} failed: ${answer.error}`);
    const different = new Set(all.map((answer) => JSON.stringify(answer.result)));
    return different.size > 1 ? [...failed, `${event.request} was answered differently: ${[...different].join(" and ")}`] : failed;
  });
}

main();
