"use strict";
// Executes what `aplomb fix` has patched, and kills it: at every request, before it arrives and
// before its answer is heard, and at random times; then the platform's retry. What can be
// observed must be what some run without a crash shows. The originals are the controls: each
// must show something else at least once.
//
//   node run.js [--only NAME,...] [--random 3] [--python PROGRAM]
//
// Prints a line for each function, and all of it as JSON at the end.

const fs = require("node:fs");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { DeleteTableCommand, DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");
const { CREDENTIALS, LOG, createTables, start } = require("../serve");
const { built, fixed, folder } = require("./copies");
const { World } = require("./gateway");
const { shown } = require("./outcome");
const { NOT_EXECUTED, SCENARIOS } = require("./scenarios");
const { Workers } = require("./workers");

const PYTHON = path.join(__dirname, "../../../../python");

/** The store: emptied and filled for every run. */
class Store {
  static async open(endpoint) {
    const store = new Store();
    store.client = new DynamoDBClient({ endpoint, ...CREDENTIALS });
    store.db = DynamoDBDocument.from(store.client);
    store.keys = {};
    await store.create(LOG);
    return store;
  }

  async create(tables) {
    for (const [table, keys] of Object.entries(tables)) {
      if (this.keys[table]?.join() === keys.join()) continue;
      if (this.keys[table]) await this.client.send(new DeleteTableCommand({ TableName: table }));
      await createTables(this.client, { [table]: keys });
      this.keys[table] = keys;
    }
  }

  async items(table) {
    const { Items } = await this.db.scan({ TableName: table, ConsistentRead: true });
    return Items;
  }

  put(table, Item) {
    return this.db.put({ TableName: table, Item });
  }

  async reset(tables, start) {
    for (const table of [...Object.keys(LOG), ...tables]) {
      for (const item of await this.items(table)) {
        const Key = Object.fromEntries(this.keys[table].map((key) => [key, item[key]]));
        await this.db.delete({ TableName: table, Key });
      }
    }
    for (const [table, items] of Object.entries(start)) for (const item of items) await this.put(table, item);
  }
}

/** One function with one request, in one copy of its application. */
class Subject {
  constructor(harness, copy, scenario, name, request) {
    Object.assign(this, { harness, copy, scenario, name, request });
    this.language = this.place(name).file.endsWith(".py") ? "python" : "node";
    this.pool = harness.workers[this.language];
  }

  /** Where a function of the application is. */
  place(name) {
    const { file, export: exported } = this.copy.functions.find((known) => known.name === name);
    return { file: built(path.resolve(this.copy.folder, file)), root: this.copy.folder, name: exported.split(".").at(-1) };
  }

  asked(name, event, attempt) {
    const key = name === this.name && event === this.request.event ? "subject" : JSON.stringify([name, event]);
    const environment = { ...this.scenario.environment, AWS_LAMBDA_FUNCTION_NAME: name };
    // DynamoDB remembers tokens longer than a run takes.
    const given = JSON.parse(JSON.stringify(event).replaceAll("%run%", this.harness.run));
    return { ...this.place(name), event: { ...given, headers: { "Idempotency-Key": key, ...given.headers } }, environment, attempt };
  }

  /** What another function does, from its beginning to its end. */
  async other([name, event], index) {
    const { store } = this.harness;
    if (name === "written") return void (await store.put(event.table, event.item));
    const worker = await this.pool.take();
    worker.gateway.expect();
    const answer = await worker.attempt(this.asked(name, event, 10 + index));
    await this.pool.give(worker);
    return answer;
  }

  async others(list, first = 0) {
    const answers = [];
    for (const [index, other] of list.entries()) answers.push((await this.other(other, first + index)) ?? null);
    return answers;
  }

  attempt(worker, number) {
    return worker.attempt(this.asked(this.name, this.request.event, number));
  }

  /** Begins with the items of the scenario; gives what is observed after `run`, which gives answers. */
  async observed(run) {
    const { store, world } = this.harness;
    const tables = Object.keys(this.scenario.tables);
    await store.reset(tables, this.request.start ?? this.scenario.start ?? {});
    world.clear();
    this.harness.run += 1;
    const answers = await run();
    const content = {};
    for (const table of tables) content[table] = await store.items(table);
    return { answers, tables: content, effects: [...world.effects] };
  }

  /** A run without a crash; `places` says at which point each of the others runs. */
  async without(others, places) {
    let points = 0;
    const outcome = await this.observed(async () => {
      const worker = await this.pool.take();
      const heard = [];
      let next = 0;
      const until = async (point) => {
        while (next < others.length && places[next] <= point) heard.push((await this.other(others[next], next++)) ?? null);
      };
      worker.gateway.expect(async (point, act) => {
        await until(point);
        return act();
      });
      const answer = await this.attempt(worker, 0);
      points = worker.gateway.points;
      await until(Infinity);
      await this.pool.give(worker);
      return [answer, ...heard];
    });
    return { outcome, points };
  }

  /** What runs without a crash show, and how many points they have. */
  async allowed(others) {
    const { outcome, points } = await this.without([], []);
    if (!outcome.answers[0] || outcome.answers[0].error) throw new Error(`${this.name} cannot be executed: ${JSON.stringify(outcome.answers)}`);
    const all = new Set(others.length ? [] : [shown(outcome)]);
    if (others.length) for (const places of orders(others.length, points)) all.add(shown((await this.without(others, places)).outcome));
    return { all, points };
  }

  /** A run whose attempts die as `faults` say, one after the other; others run before the first retry. */
  crashed(faults, others) {
    return this.observed(async () => {
      let heard = [];
      for (const [index, fault] of faults.entries()) {
        const worker = await this.pool.take();
        worker.gateway.expect(fault.at?.(worker));
        const random = fault.after === undefined ? undefined : setTimeout(() => worker.kill(), fault.after);
        const answer = await this.attempt(worker, index);
        clearTimeout(random);
        if (answer === undefined) {
          this.harness.kills += 1;
          await worker.end();
        } else {
          await this.pool.give(worker);
        }
        if (index === 0) heard = await this.others(others);
        if (answer !== undefined) return [answer, ...heard];
      }
      const worker = await this.pool.take();
      worker.gateway.expect();
      const answer = await this.attempt(worker, faults.length);
      await this.pool.give(worker);
      return [answer, ...heard];
    });
  }

  /** The runs with crashes that show what no run without one does. */
  async violations(random, enough = Infinity) {
    const found = [];
    for (const others of this.request.others.length ? [this.request.others, []] : [[]]) {
      const { all, points } = await this.allowed(others);
      for (const faults of plans(points, random, this.harness.chance)) {
        if (found.length >= enough) return found;
        const outcome = await this.crashed(faults, others);
        this.harness.runs += 1;
        if (!permitted(all, outcome)) found.push({ faults: faults.map(({ name }) => name), shows: shown(outcome), allowed: [...all] });
      }
    }
    return found;
  }
}

// Mail has no idempotency key, so the user has chosen that it may be left out.
const MAY_BE_LEFT_OUT = /^mail /;

function permitted(all, outcome) {
  if (all.has(shown(outcome))) return true;
  const without = (text) => text.split("\n").filter((line) => !line.startsWith("outside mail ")).join("\n");
  const effects = outcome.effects.filter((effect) => !MAY_BE_LEFT_OUT.test(effect));
  return effects.length === outcome.effects.length && [...all].some((known) => without(known) === shown(outcome));
}

/** All ways to place others, in their order, at the points of a run or behind it. */
function orders(count, points) {
  if (count === 0) return [[]];
  return orders(count - 1, points).flatMap((places) =>
    Array.from({ length: points + 1 }, (_, point) => point).filter((point) => point >= (places.at(-1) ?? 0)).map((point) => [...places, point]),
  );
}

/** At a point: dies before the request arrives, or before the answer is heard. */
const KINDS = {
  lost: (worker) => worker.kill(),
  unheard: async (worker, act) => {
    await act();
    worker.kill();
  },
};

function fault(kind, wanted) {
  const at = (worker) => async (point, act) => {
    if (point !== wanted) return act();
    await KINDS[kind](worker, act);
    return undefined;
  };
  return { name: `${kind} at ${wanted}`, at };
}

/** Every point in both ways; the same with a second crash; random times. */
function plans(points, random, chance) {
  const pick = (list) => list[Math.floor(chance() * list.length)];
  const every = Array.from({ length: points }, (_, point) => point).flatMap((point) => [fault("lost", point), fault("unheard", point)]);
  const later = (limit) => ({ name: "random", after: chance() * limit });
  const twice = Array.from({ length: random }, () => [pick(every), chance() < 0.5 ? pick(every) : later(20)]);
  const any = Array.from({ length: random }, () => [later(8 + 8 * points)]);
  return [...every.map((each) => [each]), ...(points ? twice : []), ...any];
}

function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      random: { type: "string", default: "3" },
      seed: { type: "string", default: "1" },
      python: { type: "string", default: path.join(PYTHON, ".venv/bin/python") },
    },
  });
  const only = values.only?.split(",");
  const random = Number(values.random);
  const { address, stop } = await start("dynamodb");
  const copies = folder();
  const world = new World();
  const environment = {
    COPIES: copies,
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_REGION: "us-east-1",
    AWS_DEFAULT_REGION: "us-east-1",
    AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE: "1",
    NODE_NO_WARNINGS: "1",
    PYTHONPATH: PYTHON,
    NODE_PATH: path.join(__dirname, "../../../node_modules"),
  };
  const workers = {
    node: new Workers([process.execPath, path.join(__dirname, "worker.js")], address, world, environment),
    python: new Workers([values.python, path.join(PYTHON, "tests/fixed_worker.py")], address, world, environment),
  };
  const harness = { store: await Store.open(address), world, workers, chance: generator(Number(values.seed)), kills: 0, run: 0, runs: 0 };
  const results = [];
  for (const [application, scenario] of Object.entries(SCENARIOS)) {
    if (only && !only.includes(application)) continue;
    const { functions, ...copy } = await fixed(copies, application);
    await harness.store.create(scenario.tables);
    for (const { name } of functions.filter(({ outcome }) => outcome === "fixed")) {
      const executed = execute(harness, { functions, ...copy }, application, scenario, name, random);
      const result = await executed.catch((error) => ({ application, name, failed: error.message }));
      results.push(result);
      process.stderr.write(`${summary(result)}\n`);
    }
  }
  await Promise.all(Object.values(workers).map((pool) => pool.end()));
  harness.store.client.destroy();
  fs.rmSync(copies, { recursive: true });
  await stop();
  process.stdout.write(`${JSON.stringify({ runs: harness.runs, kills: harness.kills, functions: results }, null, 1)}\n`);
}

/** What becomes of a patched function, and of its original, which ends with its first violation. */
async function execute(harness, copy, application, scenario, name, random) {
  const result = { application, name, runs: 0, kills: 0, violations: [], control: [] };
  const reason = NOT_EXECUTED[`${application} ${name}`];
  if (reason) return { ...result, reason };
  const before = { ...harness };
  for (const request of scenario.requests[name] ?? []) {
    const subject = (kind) => new Subject(harness, { ...copy, folder: copy[kind] }, scenario, name, request);
    result.violations.push(...(await subject("patched").violations(random)));
    Object.assign(result, { runs: harness.runs - before.runs, kills: harness.kills - before.kills });
    result.control.push((await subject("original").violations(0, 1)).length);
  }
  return result;
}

function summary({ application, name, runs, kills, violations, control, reason, failed }) {
  if (failed) return `${application} ${name}: FAILED: ${failed}`;
  if (reason) return `${application} ${name}: not executed: ${reason}`;
  if (control.length === 0) return `${application} ${name}: NO SCENARIO`;
  const fails = control.every((count) => count > 0) ? "fails" : "DOES NOT FAIL";
  return `${application} ${name}: ${runs} runs, ${kills} kills, ${violations.length} violations; the original ${fails}`;
}

main();
