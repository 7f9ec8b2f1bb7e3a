// Handlers that change objects which lie in several containers, under keys that are not known,
// or that gather values which may be equal: the change shows wherever the object lies. Names say
// how the object is reached.

import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const sqs = new SQSClient({});

const send = (text) => sqs.send(new SendMessageCommand({ QueueUrl: "https://queue", MessageBody: text }));
const put = (id) => db.send(new PutCommand({ TableName: "items", Item: { id } }));
const made = (event) => event.items.map((i) => ({ id: i.id, n: 0 }));

// unsafe: grouped
// today unknown
export const grouped = async (event) => {
  const groups = {};
  for (const item of event.items) (groups[item.k] ??= []).push(item);
  for (const [k, group] of Object.entries(groups)) for (const item of group) if (item.due) await send(item.id);
};

// unsafe: grouped made
// today unknown
export const groupedMade = async (event) => {
  const groups = {};
  for (const item of event.items) { if (!groups[item.k]) groups[item.k] = []; groups[item.k].push({ id: item.id, due: item.km > 3 }); }
  for (const [k, group] of Object.entries(groups)) for (const item of group) if (item.due) await send(item.id);
};

// unsafe: grouped map
// today unknown
export const groupedMap = async (event) => {
  const groups = new Map();
  for (const item of event.items) { if (!groups.has(item.k)) groups.set(item.k, []); groups.get(item.k).push({ id: item.id, due: item.km > 3 }); }
  for (const [k, group] of groups) for (const item of group) if (item.due) await send(item.id);
};

// unsafe: reduced
// today unknown
export const reduced = async (event) => {
  const groups = event.items.reduce((all, item) => { (all[item.k] = all[item.k] || []).push({ id: item.id, due: item.km > 3 }); return all; }, {});
  for (const group of Object.values(groups)) for (const item of group) if (item.due) await send(item.id);
};

// unsafe: group by
// today unknown
export const groupBy = async (event) => {
  const groups = Object.groupBy(event.items, (item) => item.k);
  for (const group of Object.values(groups)) for (const item of group) if (item.due) await send(item.id);
};

// unsafe: sets
export const sets = async (event) => {
  const sets = event.items.map((item) => new Set([item.id, item.other]));
  for (const set of sets) if (set.has("x")) await send("x");
};

// unsafe: sets inline
export const setsInline = async (event) => {
  for (const item of event.items) { const set = new Set([item.id, item.other]); if (set.has("x")) await send("x"); }
};

// unsafe: set
export const set = async (event) => {
  const set = new Set([event.id, event.other]); if (set.has("x")) await send("x");
};

// unsafe: set two
export const setTwo = async (event) => {
  const s = new Set([event.id, event.b]);
  if (s.has("x")) await send("x");
};

// unsafe: set one
export const setOne = async (event) => {
  const s = new Set([event.id]);
  if (s.has("x")) await send("x");
};

// unsafe: set add
export const setAdd = async (event) => {
  const s = new Set();
  s.add(event.id);
  if (s.has(event.b)) await send("x");
};

// unsafe: set size
export const setSize = async (event) => {
  const s = new Set([event.id, event.b]);
  if (s.size === 1) await send("x");
};

// unsafe: map
export const map = async (event) => {
  const m = new Map([[event.id, 1]]);
  if (m.has("x")) await send("x");
};

// unsafe: map get
export const mapGet = async (event) => {
  const m = new Map([[event.id, 1]]);
  if (m.get("x")) await send("x");
};

// unsafe: map set
export const mapSet = async (event) => {
  const m = new Map();
  m.set(event.id, 1);
  m.set(event.b, 2);
  if (m.get("x") === 1) await send("x");
};

// unsafe: map size
export const mapSize = async (event) => {
  const m = new Map();
  m.set(event.id, 1);
  m.set(event.b, 2);
  if (m.size === 1) await send("x");
};

// unsafe: map delete
export const mapDelete = async (event) => {
  const m = new Map();
  m.set("a", 1);
  m.delete(event.b);
  if (!m.has("a")) await send("x");
};

// unsafe: set delete
export const setDelete = async (event) => {
  const m = new Set(["a"]);
  m.delete(event.b);
  if (!m.has("a")) await send("x");
};

// unsafe: object
// today unknown
export const object = async (event) => {
  const m = { [event.id]: 1 };
  if (m.x) await send("x");
};

// unsafe: object in
export const objectIn = async (event) => {
  const m = { [event.id]: 1 };
  if ("x" in m) await send("x");
};

// unsafe: object own
export const objectOwn = async (event) => {
  const m = { [event.id]: 1 };
  if (Object.hasOwn(m, "x")) await send("x");
};

// unsafe: object keys
export const objectKeys = async (event) => {
  const m = { [event.id]: 1, [event.b]: 2 };
  if (Object.keys(m).length === 1) await send("x");
};

// unsafe: includes
export const includes = async (event) => {
  if ([event.id, event.b].includes("x")) await send("x");
};

// unsafe: index of
export const indexOf = async (event) => {
  if ([event.id, event.b].indexOf("x") >= 0) await send("x");
};

// unsafe: nested
// today unknown
export const nested = async (event) => {
  const m = { a: {}, b: {} };
  m[event.k].n = 1;
  if (m.a.n) await send("x");
};

// unsafe: nested push
// today unknown
export const nestedPush = async (event) => {
  const m = { a: [], b: [] };
  m[event.k].push(1);
  if (m.a.length) await send("x");
};

// unsafe: nested map push
// today unknown
export const nestedMapPush = async (event) => {
  const m = new Map([["a", []], ["b", []]]);
  m.get(event.k).push(1);
  if (m.get("a").length) await send("x");
};

// unsafe: list push
// today unknown
export const listPush = async (event) => {
  const m = [[], []];
  m[event.k].push(1);
  if (m[0].length) await send("x");
};

// unsafe: list set
// today unknown
export const listSet = async (event) => {
  const m = [{}, {}];
  m[event.k].n = 1;
  if (m[0].n) await send("x");
};

// unsafe: find set
export const findSet = async (event) => {
  const m = [{ id: "a" }, { id: "b" }];
  m.find((x) => x.id === event.id).n = 1;
  if (m[0].n) await send("x");
};

// unsafe: loop nested
// today unknown
export const loopNested = async (event) => {
  const m = { a: [], b: [] };
  for (const i of event.items) m[i.k].push(i);
  if (m.a.length) await send("x");
};

// unsafe: loop nested values
// today unknown
export const loopNestedValues = async (event) => {
  const m = { a: [], b: [] };
  for (const i of event.items) m[i.k].push(i);
  for (const i of m.a) await send(i.id);
};

// unsafe: loop count
// today unknown
export const loopCount = async (event) => {
  const m = {};
  for (const i of event.items) m[i.k] = (m[i.k] ?? 0) + 1;
  for (const [k, n] of Object.entries(m)) if (n > 1) await send(k);
};

// unsafe: loop map count
// today unknown
export const loopMapCount = async (event) => {
  const m = new Map();
  for (const i of event.items) m.set(i.k, (m.get(i.k) ?? 0) + 1);
  for (const [k, n] of m) if (n > 1) await send(k);
};

// unsafe: loop set
// today unknown
export const loopSet = async (event) => {
  const m = new Set();
  for (const i of event.items) { if (m.has(i.k)) await send(i.k); m.add(i.k); }
};

// unsafe: find
// today unknown
export const find = async (event) => {
  const rows = made(event);
  const r = rows.find((r) => r.id === event.x);
  if (r) r.n = 1;
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: first
export const first = async (event) => {
  const rows = made(event);
  rows[0].n = 1;
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: at
// today unknown
export const at = async (event) => {
  const rows = made(event);
  rows.at(-1).n = 1;
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: slice
// today unknown
export const slice = async (event) => {
  const rows = made(event);
  rows.slice(0, 2).forEach((r) => { r.n = 1; });
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: filter
export const filter = async (event) => {
  const rows = made(event);
  rows.filter((r) => r.id === "a").forEach((r) => { r.n = 1; });
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: each
export const each = async (event) => {
  const rows = made(event);
  rows.forEach((r) => { r.n = 1; });
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: sort
// today unknown
export const sort = async (event) => {
  const rows = made(event);
  for (const r of [...rows].sort((a, b) => a.id - b.id)) r.n = 1;
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: by id
// today unknown
export const byId = async (event) => {
  const rows = made(event);
  const by = Object.fromEntries(rows.map((r) => [r.id, r]));
  by[event.x].n = 1;
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: by map
// today unknown
export const byMap = async (event) => {
  const rows = made(event);
  const by = new Map(rows.map((r) => [r.id, r]));
  const r = by.get(event.x);
  if (r) r.n = 1;
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: by map loop
// today unknown
export const byMapLoop = async (event) => {
  const rows = made(event);
  const by = new Map(rows.map((r) => [r.id, r]));
  for (const u of event.us) { const r = by.get(u.id); if (r) r.n += 1; } for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: by map fresh
// today unknown
export const byMapFresh = async (event) => {
  const rows = made(event);
  const by = new Map(rows.map((r) => [r.id, r]));
  by.get(event.x).id = randomUUID();
  for (const r of rows) await put(r.id);
};

// unsafe: map values
export const mapValues = async (event) => {
  const by = new Map(made(event).map((r) => [r.id, r]));
  for (const r of by.values()) r.n = 1;
  if (by.get(event.x).n) await send("x");
};

// unsafe: spread shared
export const spreadShared = async (event) => {
  const rows = made(event);
  const copy = [...rows];
  copy.forEach((r) => { r.n = 1; });
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: destructured
export const destructured = async (event) => {
  const rows = made(event);
  const [a] = rows;
  a.n = 1;
  for (const r of rows) if (r.n) await send(r.id);
};

// unsafe: popped
export const popped = async (event) => {
  const rows = made(event);
  const r = rows.pop();
  r.n = 1;
  if (r.n) await send("x");
};

// unsafe: current
export const current = async (event) => {
  const rows = [];
  let cur;
  for (const i of event.items) { if (!cur || cur.k !== i.k) { cur = { k: i.k, n: 0 }; rows.push(cur); } cur.n += 1; } for (const r of rows) if (r.n > 0) await send(r.k);
};

// unsafe: chunks
export const chunks = async (event) => {
  const cs = [];
  for (const i of event.items) { if (!cs.length || cs[cs.length - 1].length >= 10) cs.push([]); cs[cs.length - 1].push(i.id); } for (const c of cs) for (const x of c) await send(x);
};

// unsafe: tree
// today unknown
export const tree = async (event) => {
  const rows = event.items.map((i) => ({ id: i.id, subs: [] }));
  const by = new Map(rows.map((r) => [r.id, r]));
  for (const s of event.subs) by.get(s.id)?.subs.push(s);
  for (const r of rows) for (const s of r.subs) await send(s.x);
};

// unsafe: nested fresh
export const nestedFresh = async (event) => {
  const rows = event.items.map((i) => ({ id: i.id, subs: [] }));
  for (const r of rows) r.subs.push(randomUUID());
  for (const r of rows) for (const s of r.subs) await put(s);
};

// unsafe: grouped fresh
export const groupedFresh = async (event) => {
  const g = {};
  for (const i of event.items) (g[i.k] ??= []).push(randomUUID());
  for (const k of Object.keys(g)) await put(g[k][0]);
};

// unsafe: grouped map fresh
export const groupedMapFresh = async (event) => {
  const g = new Map();
  for (const i of event.items) { const l = g.get(i.k) ?? []; l.push(randomUUID()); g.set(i.k, l); } for (const [k, l] of g) await put(l[0]);
};

// unsafe: grouped map has
export const groupedMapHas = async (event) => {
  const g = new Map();
  for (const i of event.items) { if (!g.has(i.k)) g.set(i.k, { id: i.k, n: 0 }); g.get(i.k).n += 1; } for (const v of g.values()) if (v.n) await send(v.id);
};

// unsafe: reduce fresh
export const reduceFresh = async (event) => {
  const g = event.items.reduce((a, i) => { a[i.k] = [...(a[i.k] ?? []), randomUUID()]; return a; }, {});
  for (const k of Object.keys(g)) await put(g[k][0]);
};

// unsafe: assigned then
export const assignedThen = async (event) => {
  const m = {};
  const v = { n: 0 };
  m[event.k] = v;
  v.n = 1;
  if (m[event.k].n) await send("x");
};

// unsafe: assigned then other
export const assignedThenOther = async (event) => {
  const m = {};
  const v = { n: 0 };
  m[event.k] = v;
  v.n = 1;
  if (m[event.j]?.n) await send("x");
};

// unsafe: map assigned then
export const mapAssignedThen = async (event) => {
  const m = new Map();
  const v = [];
  m.set(event.k, v);
  v.push(1);
  if (m.get(event.k).length) await send("x");
};

// unsafe: same in list
export const sameInList = async (event) => {
  const x = { n: 0 };
  const rows = event.items.map(() => x);
  x.n = 1;
  for (const r of rows) if (r.n) await send("x");
};

// safe: grouped stable, all of which the request says
export const groupedStable = async (event) => {
  const g = {};
  for (const i of event.items) (g[i.k] ??= []).push(i.id);
  for (const [k, all] of Object.entries(g)) await db.send(new PutCommand({ TableName: "items", Item: { id: k, all } }));
};

// safe: grouped map stable, all of which the request says
export const groupedMapStable = async (event) => {
  const g = new Map();
  for (const i of event.items) { if (!g.has(i.k)) g.set(i.k, []); g.get(i.k).push(i.id); } for (const [k, all] of g) await db.send(new PutCommand({ TableName: "items", Item: { id: k, all } }));
};

// safe: grouped sum stable, all of which the request says
export const groupedSumStable = async (event) => {
  const g = new Map();
  for (const i of event.items) g.set(i.k, (g.get(i.k) ?? 0) + i.n);
  for (const [k, all] of g) await db.send(new PutCommand({ TableName: "items", Item: { id: k, all } }));
};
