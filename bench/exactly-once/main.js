"use strict";
// Measures what protection costs: latency with one client, throughput with many, round
// trips, capacity units, and what the calls would take with the service times of DynamoDB.
// Modes take turns unit by unit, so that what disturbs the machine disturbs all of them.

const fs = require("node:fs");
const os = require("node:os");
const { CreateTableCommand, DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");
const { MODES, unitsOf } = require("./modes");
const { workloads } = require("./workloads");

const [endpoint, scale = "1"] = process.argv.slice(2);
const REQUESTS = Math.round(120 * Number(scale));
const SLICE = 350 * Number(scale);
const CLIENTS = [1, 8, 64];
// Milliseconds within a region, as published and measured by others: single writes, transactions, reads.
const SERVICE = { PutItem: 7.5, UpdateItem: 7.5, DeleteItem: 7.5, TransactWriteItems: 20, GetItem: 5 };

let requests = 0;
const observed = { trips: 0, writes: 0, reads: 0, service: 0 };

// Units as DynamoDB charges them for items of up to 1 KB: a write 1, in a transaction 2; a consistent read 1.
function connect() {
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } });
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      const operation = context.commandName.replace("Command", "");
      observed.trips += 1;
      if (operation === "GetItem") observed.reads += 1;
      else observed.writes += 2 * (args.input.TransactItems?.length ?? 0.5);
      observed.service += SERVICE[operation];
      return result;
    },
    { step: "initialize", priority: "low" },
  );
  return client;
}

async function createTables(client) {
  const tables = { aplomb_retry: ["request", "step"], powertools: ["id"] };
  for (const name of workloads.flatMap((workload) => workload.tables)) tables[name] = ["id"];
  for (const [TableName, keys] of Object.entries(tables)) {
    await client.send(
      new CreateTableCommand({
        TableName,
        KeySchema: keys.map((AttributeName, index) => ({ AttributeName, KeyType: index ? "RANGE" : "HASH" })),
        AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
  }
}

/** An event that no request had before. */
function fresh(workload) {
  requests += 1;
  return workload.event(`r${requests}`, requests);
}

// The process that serves the port of the endpoint, on Linux.
const server = fs
  .readdirSync("/proc")
  .filter((name) => /^\d+$/.test(name))
  .find((name) => command(name).includes(`-port\0${new URL(endpoint).port}\0`));

function command(process) {
  try {
    return fs.readFileSync(`/proc/${process}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Milliseconds of processor time that client and server have used. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  const ticks = fs.readFileSync(`/proc/${server}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).map(Number);
  return (user + system) / 1000 + 10 * (ticks[0] + ticks[1]);
}

async function timed(unit, event) {
  const start = performance.now();
  await unit(event);
  return performance.now() - start;
}

/** Latencies per mode, in turns. */
async function latencies(workload, units, number) {
  const found = Object.fromEntries(MODES.map((mode) => [mode, []]));
  for (let index = 0; index < number; index += 1) {
    for (const mode of MODES) found[mode].push(await timed(units[mode], fresh(workload)));
  }
  return found;
}

/** Units of work per mode with a number of clients, and the time that they took, in slices that take turns. */
async function throughput(workload, units, clients) {
  const done = Object.fromEntries(MODES.map((mode) => [mode, { count: 0, time: 0, processor: 0 }]));
  for (let round = 0; round < (clients < 64 ? 3 : 1); round += 1) {
    for (const mode of MODES) {
      const [start, used] = [performance.now(), processorTime()];
      const client = async () => {
        while (performance.now() - start < SLICE) {
          await units[mode](fresh(workload));
          done[mode].count += 1;
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      done[mode].time += performance.now() - start;
      done[mode].processor += processorTime() - used;
    }
  }
  return done;
}

async function costs(workload, units) {
  const found = {};
  for (const mode of MODES) {
    Object.assign(observed, { trips: 0, writes: 0, reads: 0, service: 0 });
    for (let index = 0; index < 10; index += 1) await units[mode](fresh(workload));
    found[mode] = { trips: observed.trips / 10, writes: observed.writes / 10, reads: observed.reads / 10, service: observed.service / 10 };
  }
  return found;
}

const quantile = (values, part) => [...values].sort((left, right) => left - right)[Math.floor(part * (values.length - 1))];

async function main() {
  const client = connect();
  const db = DynamoDBDocument.from(client, { marshallOptions: { removeUndefinedValues: true } });
  await createTables(client);
  const loads = [os.loadavg()[0]];
  const goals = [];
  head();
  for (const workload of workloads) {
    const units = unitsOf(workload, db, client);
    await workload.prepare?.(db);
    await latencies(workload, units, Math.ceil(REQUESTS / 4)); // warm
    const single = await latencies(workload, units, REQUESTS);
    const cost = await costs(workload, units);
    const rates = {};
    for (const clients of CLIENTS) rates[clients] = await throughput(workload, units, clients);
    goals.push(...report(workload, { single, cost, rates }));
    loads.push(os.loadavg()[0]);
  }
  foot(goals, loads);
  client.destroy();
}

const cell = (text, width) => String(text).padStart(width);

/** Prints what was measured of a workload; gives the lines that compare it with the goals. */
function report(workload, { single, cost, rates }) {
  const p50 = (mode) => quantile(single[mode], 0.5);
  const rate = (clients, mode) => (1000 * rates[clients][mode].count) / rates[clients][mode].time;
  const sum = (mode, field) => CLIENTS.reduce((total, clients) => total + rates[clients][mode][field], 0);
  const processor = (mode) => sum(mode, "processor") / sum(mode, "count");
  console.log(`\n${workload.name.padEnd(18)} trips   write   read    p50 ms   /raw    p99 ms  modelled   /raw    CPU ms   /raw   ${CLIENTS.map((clients) => `${clients} client${clients > 1 ? "s" : " "}`.padStart(12)).join("")}`);
  for (const mode of MODES) {
    console.log(
      `  ${mode.padEnd(14)} ${cell(cost[mode].trips.toFixed(1), 6)} ${cell(cost[mode].writes.toFixed(1), 7)} ${cell(cost[mode].reads.toFixed(1), 6)} ` +
        `${cell(p50(mode).toFixed(2), 9)} ${cell((p50(mode) / p50("raw")).toFixed(2), 6)} ${cell(quantile(single[mode], 0.99).toFixed(2), 9)} ` +
        `${cell(cost[mode].service.toFixed(1), 9)} ${cell((cost[mode].service / cost.raw.service).toFixed(2), 6)} ` +
        `${cell(processor(mode).toFixed(2), 9)} ${cell((processor(mode) / processor("raw")).toFixed(2), 6)}   ` +
        CLIENTS.map((clients) => `${cell(rate(clients, mode).toFixed(0), 6)} ${cell((rate(clients, mode) / rate(clients, "raw")).toFixed(2), 5)}`).join(""),
    );
  }
  const best = (mode) => Math.max(...CLIENTS.map((clients) => rate(clients, mode)));
  return ["selective", "in the item"].map((mode) => {
    const ratios = [p50(mode) / p50("raw"), best(mode) / best("raw"), processor("raw") / processor(mode), p50(mode) / p50("everything"), cost[mode].service / cost.raw.service, cost[mode].service / cost.everything.service];
    return `  ${workload.name.padEnd(14)} ${mode.padEnd(12)} ${ratios.map((ratio) => cell(ratio.toFixed(2), 16)).join("")}`;
  });
}

function head() {
  console.log(`Exactly-once: what protection costs, on DynamoDB Local, ${os.cpus().length} cores shared by client and server, Node ${process.version}.`);
  console.log(`Latencies: one client, ${REQUESTS} units of work per mode, modes in turns. Throughput: units per second, and against raw.`);
  console.log(`Modelled: the calls one after another, with ${SERVICE.PutItem} ms per single write, ${SERVICE.TransactWriteItems} per transaction, ${SERVICE.GetItem} per read. Units: as DynamoDB charges for items up to 1 KB.`);
  console.log("CPU: processor time of client and server for a unit of work, which bounds the throughput where both share a machine; other load disturbs it least.");
}

function foot(goals, loads) {
  const heads = ["p50/raw", "throughput/raw", "raw CPU/CPU", "p50/everything", "modelled/raw", "mod./everything"];
  console.log(`\nGoals${" ".repeat(25)}${heads.map((title) => cell(title, 16)).join("")}`);
  console.log(`  ${"".padEnd(27)} ${["<= 1.20", ">= 0.85", ">= 0.85", "<= 0.50"].map((goal) => cell(goal, 16)).join("")}`);
  console.log(goals.join("\n"));
  const busy = Math.max(...loads) > os.cpus().length;
  console.log(`\nLoad averages meanwhile: ${loads.map((load) => load.toFixed(1)).join(", ")}${busy ? ". THE MACHINE WAS BUSY: read ratios, not times" : ""}.`);
}

main();
