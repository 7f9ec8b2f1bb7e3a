// The checker of the original Watchtower, from npm, at its best: each instance's events are
// grouped and sorted before the clock starts, and each instance is checked once, where the
// pipeline checks all of its events anew for every terminal event.
const { readFileSync } = require("node:fs");
const { runProperty } = require("watchtower-property-utils");

const consent = {
  name: "consent",
  quantifiedVariables: ["user"],
  projections: [["user"]],
  stateMachine: {
    CONSENT: { params: ["user"], INITIAL: { to: "consented" } },
    REVOKED: { params: ["user"], consented: { to: "INITIAL" } },
    PROCESSED: { params: ["user"], INITIAL: { to: "FAILURE" }, consented: { to: "consented" } },
  },
};

// So many events of one user within 10 ms, of all three kinds: what a crowd costs.
if (process.argv[2] === "--crowd") {
  const size = Number(process.argv[3]);
  const kinds = ["CONSENT", "REVOKED", "PROCESSED"];
  const events = Array.from({ length: size }, (_, i) => ({
    id: { S: `event-${i}` },
    type: { S: kinds[(i * i + i) % 3] },
    timestamp: { N: String(1000 + (i % 10)) },
    invocation: { S: `invocation-${i}` },
    params: { M: { user: { S: "ada" } } },
  }));
  events.sort((a, b) => Number(a.timestamp.N) - Number(b.timestamp.N));
  const start = process.hrtime.bigint();
  runProperty(consent, events, { user: "ada" });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  console.log(`watchtower-property-utils 1.6.34, ${size} events in one skew window: ${seconds.toFixed(3)} s`);
  process.exit(0);
}

const instances = new Map();
let count = 0;
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
  if (!line) continue;
  const { id, name, params, time, invocation } = JSON.parse(line);
  const event = {
    id: { S: id },
    type: { S: name },
    timestamp: { N: String(Math.round(time)) },
    invocation: { S: invocation },
    params: { M: { user: { S: params.user } } },
  };
  if (!instances.has(params.user)) instances.set(params.user, []);
  instances.get(params.user).push(event);
  count++;
}
const start = process.cpuUsage();
let violated = 0;
for (const [user, events] of instances) {
  const { states } = runProperty(consent, events, { user });
  if (states.some((state) => state.curr === "FAILURE")) violated++;
}
const { user, system } = process.cpuUsage(start);
const seconds = (user + system) / 1e6;
console.log(JSON.stringify({ contender: "watchtower-property-utils 1.6.34", events: count, violated, seconds }));
