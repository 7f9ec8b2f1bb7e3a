// What a warm instance keeps: the retry of an attempt runs on the same instance or on a
// new one. The comment above each handler says what is true of it alone.

import fs from "node:fs";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { SNS } from "@aws-sdk/client-sns";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import Handlebars from "handlebars";
import { LRUCache } from "lru-cache";

const db = DynamoDBDocument.from(new DynamoDB());
const topics = new SNS();
const put = (Item) => db.put({ TableName: "items", Item });
const read = async (id) => (await db.get({ TableName: "items", Key: { id } })).Item;

const seen = new Set();

// unsafe: the number of what was seen is part of the key
// today unknown
export const sizeOfSet = async (event) => {
  seen.add(event.id);
  await put({ id: `${event.id}-${seen.size}` });
};

const done = new Set();

// unsafe: a warm instance skips what an attempt that failed has not done
// today unknown
export const skipsOnWarmInstance = async (event) => {
  if (done.has(event.id)) return "done";
  done.add(event.id);
  await put({ id: event.id, state: "new" });
  return "done";
};

let begun = false;

// unsafe: so does a flag
// today unknown
export const flag = async (event) => {
  if (begun) return "busy";
  begun = true;
  await put({ id: event.id, state: "new" });
  return "done";
};

let prepared = false;

// safe: what a flag skips has no effect
export const preparedOnce = async (event) => {
  if (!prepared) {
    await read("settings");
    prepared = true;
  }
  await put({ id: event.id, state: "new" });
};

const results = new Map();

// unsafe: what was read is kept by one instance and read again by another
export const cachedRead = async (event) => {
  if (!results.has("total")) results.set("total", await read("total"));
  const before = results.get("total");
  await put({ id: "total", n: event.n });
  await put({ id: event.id, before: before.n });
};

let last;

// unsafe: the same in a variable
export const cachedInVariable = async (event) => {
  if (!last) last = await read("total");
  await put({ id: "total", n: event.n });
  await put({ id: event.id, before: last.n });
};

const rows = [];

// unsafe: a list grows
// today unknown
export const growingList = async (event) => {
  rows.push({ id: event.id });
  await put({ id: event.id, row: rows.length });
};

let client;

// safe: a client that is made once
export const clientOnce = async (event) => {
  if (!client) client = DynamoDBDocument.from(new DynamoDB());
  await client.put({ TableName: "items", Item: { id: event.id, state: "new" } });
};

let cold = true;

// safe: whether the instance is new is only logged
export const coldStart = async (event) => {
  console.log({ cold });
  cold = false;
  await put({ id: event.id, state: "new" });
};

let calls = 0;

// safe: so is the number of calls
export const countedForTheLog = async (event) => {
  calls += 1;
  console.log(`call ${calls}`);
  await put({ id: event.id, state: "new" });
};

let settings;

// safe: what nobody writes is the same whoever reads it
export const cachedSettings = async (event) => {
  settings ??= (await db.get({ TableName: "settings", Key: { id: "all" } })).Item;
  await put({ id: event.id, mode: settings.mode });
};

const firstSeen = new Map();

// unsafe: a warm instance answers differently, because it remembers its first attempt
// today unknown
export const rememberedTime = async ({ id }) => {
  if (firstSeen.has(id)) return "again";
  firstSeen.set(id, Date.now());
  await put({ id });
  return "first";
};

let mode = "cold";

// unsafe: the attempt was on a cold instance and notes that, the retry on a warm one
// today unknown
export const markedByText = async ({ id }) => {
  const before = mode;
  mode = "warm";
  if (before === "cold") await put({ id, before });
  return before;
};

const squares = {};

// safe: what is kept is a function of its key
export const memoised = async ({ n }) => {
  squares[n] ??= `${n}${n}`;
  await put({ id: squares[n] });
};

let position = 0;

// unsafe: the retry goes on counting, in a loop
export const countedInLoop = async (event) => {
  for (const item of event.items) {
    position += 1;
    await put({ id: `${item.id}-${position}` });
  }
};

// unsafe: a number that begins at the time
export const countedFromNow = async (event) => {
  let number = Date.now();
  for (const item of event.items) {
    await put({ id: `${item.id}-${number}` });
    number += 1;
  }
};

// unsafe: a number that begins where the function itself left it
export const countedFromStore = async (event) => {
  const counter = await read("counter");
  let number = counter.next;
  for (const item of event.items) {
    number += 1;
    await put({ id: `${item.id}-${number}` });
  }
  await put({ id: "counter", next: number });
};

// safe: a number that begins at the request
export const countedFromRequest = async (event) => {
  let number = event.first;
  for (const item of event.items) {
    await put({ id: `${item.id}-${number}` });
    number += 1;
  }
};

let answered = 0;

// unsafe: the answer says how far the instance has counted
// today unknown
export const countAnswered = async (event) => {
  answered = answered + 1;
  await put({ id: event.id });
  return answered;
};

// safe: a number of its own that a function inside adds to
export const countedInside = async (event) => {
  let count = 0;
  const add = () => (count += 1);
  event.items.forEach(add);
  await put({ id: event.id, count });
};

const kept = new LRUCache({ max: 10 });

// safe: a cache of what nobody writes
export const cachedByLibrary = async (event) => {
  let found = kept.get(event.id);
  if (found === undefined) {
    found = (await db.get({ TableName: "settings", Key: { id: event.id } })).Item ?? null;
    kept.set(event.id, found);
  }
  return found;
};

const marks = new LRUCache({ max: 10 });

// unsafe: a mark of what an attempt that failed has not done
export const markedByLibrary = async (event) => {
  if (marks.has(event.id)) return;
  marks.set(event.id, true);
  await topics.publish({ TopicArn: "news", Message: event.id });
};

const greeting = Handlebars.compile("Hello {{name}}");

// safe: a template only computes
export const templated = async (event) => put({ id: event.id, text: greeting({ name: event.name }) });

// unsafe: of something new it makes something new
export const templatedNew = async () => put({ id: greeting({ name: Math.random() }) });

let lazyClient;
const lazily = () => (lazyClient ??= DynamoDBDocument.from(new DynamoDB()));

// safe: a client that the first iteration makes
export const lazyInLoop = async (event) => {
  for (const item of event.items) await lazily().put({ TableName: "items", Item: { id: item.id } });
};

let lazyNumber;

// unsafe: the first iteration draws what all use
export const drawnInLoop = async (event) => {
  for (const item of event.items) {
    lazyNumber ??= Math.random();
    await put({ id: `${item.id}-${lazyNumber}` });
  }
};

const CHUNK = 25;

// safe: all rows, in chunks
export const chunked = async (event) => {
  for (let i = 0; i < event.rows.length; i += CHUNK) {
    const requests = event.rows.slice(i, i + CHUNK).map((row) => ({ PutRequest: { Item: { id: row.id } } }));
    await db.batchWrite({ RequestItems: { items: requests } });
  }
};

// unsafe: each chunk is announced
export const chunkedAndTold = async (event) => {
  for (let i = 0; i < event.rows.length; i += 10) {
    await topics.publish({ TopicArn: "news", Message: JSON.stringify(event.rows.slice(i, i + 10)) });
  }
};

// safe: what a batch has left is sent again
export const chunkedWithRest = async (event) => {
  for (let i = 0; i < event.rows.length; i += CHUNK) {
    let requests = event.rows.slice(i, i + CHUNK).map((row) => ({ PutRequest: { Item: { id: row.id } } }));
    while (requests && requests.length > 0) {
      const { UnprocessedItems } = await db.batchWrite({ RequestItems: { items: requests } });
      requests = UnprocessedItems && UnprocessedItems.items;
    }
  }
};

// unsafe: what a batch has left is told
export const restTold = async (event) => {
  const requests = event.rows.map((row) => ({ PutRequest: { Item: { id: row.id } } }));
  const { UnprocessedItems } = await db.batchWrite({ RequestItems: { items: requests } });
  if (UnprocessedItems.items) await topics.publish({ TopicArn: "news", Message: "left" });
};

// safe: at most once
export const whileOnce = async (event) => {
  while (event.more) {
    await put({ id: event.id });
    break;
  }
};

// unsafe: any number of times
export const whileAsked = async (event) => {
  let more = event.more;
  while (more) {
    await topics.publish({ TopicArn: "news", Message: event.id });
    more = (await read("flag")).on;
  }
};

const day = new Date(0);

// unsafe: a date goes on from where the instance left it
// today unknown
export const laterDay = async (event) => {
  day.setDate(day.getDate() + 1);
  await put({ id: `${event.id}-${day.toISOString()}` });
};

const nights = new Date(0);

// safe: a date that nobody changes
export const sameDay = async (event) => put({ id: `${event.id}-${nights.toISOString()}` });

// safe: a date of the invocation itself
export const ownDay = async (event) => {
  const own = new Date(event.time);
  own.setDate(own.getDate() + 1);
  await put({ id: `${event.id}-${own.toISOString()}` });
};

const query = new URLSearchParams();

// unsafe: a query grows
// today unknown
export const growingQuery = async (event) => {
  query.append("id", event.id);
  await put({ id: query.toString() });
};

const headers = new Headers();

// unsafe: so do headers
// today unknown
export const growingHeaders = async (event) => {
  headers.append("x-id", event.id);
  await put({ id: headers.get("x-id") });
};

const address = new URL("https://example.org/");

// unsafe: so does an address
// today unknown
export const growingAddress = async (event) => {
  address.searchParams.append("id", event.id);
  await put({ id: address.href });
};

const bytes = Buffer.alloc(4);

// unsafe: a byte is counted up
// today unknown
export const countedByte = async (event) => {
  bytes[0] += 1;
  await put({ id: `${event.id}-${bytes.toString("hex")}` });
};

const written = Buffer.alloc(4);

// unsafe: the same by methods
// today unknown
export const writtenByte = async (event) => {
  written.writeUInt8(written.readUInt8(0) + 1, 0);
  await put({ id: `${event.id}-${written.toString("hex")}` });
};

const numbers = new Uint8Array(2);

// unsafe: an item of a typed array is counted up
// today unknown
export const countedItem = async (event) => {
  numbers[0] += 1;
  await put({ id: `${event.id}-${numbers[0]}` });
};

const queue = ["a", "b", "c"];

// unsafe: each invocation takes the next one
// today unknown
export const takenFromQueue = async (event) => {
  const next = queue.shift();
  await put({ id: `${event.id}-${next}` });
};

const stack = ["a", "b", "c"];

// unsafe: or the last one
// today unknown
export const takenFromStack = async (event) => {
  const next = stack.pop();
  await put({ id: `${event.id}-${next}` });
};

const turns = ["a", "b", "c"];

// unsafe: they take turns
// today unknown
export const inTurns = async (event) => {
  turns.push(turns.shift());
  await put({ id: `${event.id}-${turns[0]}` });
};

const mirrored = ["a", "b"];

// unsafe: the order is turned around each time
// today unknown
export const turnedAround = async (event) => {
  mirrored.reverse();
  await put({ id: `${event.id}-${mirrored[0]}` });
};

const front = [];

// unsafe: the list grows at its front
// today unknown
export const growingFront = async (event) => {
  front.unshift(event.id);
  await put({ id: front.join("-") });
};

const spliced = [];

// unsafe: or anywhere
// today unknown
export const growingAnywhere = async (event) => {
  spliced.splice(0, 0, event.id);
  await put({ id: spliced.join("-") });
};

const indexed = [];

// unsafe: or behind its end
// today unknown
export const growingByIndex = async (event) => {
  indexed[indexed.length] = event.id;
  await put({ id: indexed.join("-") });
};

const options = {};

// unsafe: what one invocation sets the next one has
// today unknown
export const assignedOptions = async (event) => {
  if (event.mode) Object.assign(options, { mode: event.mode });
  await put({ id: `${event.id}-${options.mode}` });
};

const remaining = { a: 1, b: 2 };

// unsafe: what is deleted is gone
// today unknown
export const deletedKey = async (event) => {
  const before = Object.keys(remaining).length;
  delete remaining.a;
  await put({ id: `${event.id}-${before}` });
};

const left = new Set(["a", "b"]);

// unsafe: so it is in a set
// today unknown
export const deletedMember = async (event) => {
  const before = left.size;
  left.delete("a");
  await put({ id: `${event.id}-${before}` });
};

const next = (() => {
  let n = 0;
  return () => (n += 1);
})();

// unsafe: a closure counts
export const countedByClosure = async (event) => put({ id: `${event.id}-${next()}` });

function counting(event) {
  counting.n = (counting.n || 0) + 1;
  return `${event.id}-${counting.n}`;
}

// unsafe: a function keeps its number
// today unknown
export const countedByFunction = async (event) => put({ id: counting(event) });

const pattern = /a/g;

// unsafe: a pattern goes on where it stopped
// today unknown
export const pattern_ = async (event) => {
  pattern.test("aa");
  await put({ id: `${event.id}-${pattern.lastIndex}` });
};

// unsafe: the system draws it
export const drawnBySystem = async () => {
  const drawn = fs.readFileSync("/proc/sys/kernel/random/uuid", "utf8");
  await put({ id: drawn.trim() });
};

// unsafe: each machine has its own name
export const nameOfMachine = async (event) => {
  const name = await fs.promises.readFile("/etc/hostname", "utf8");
  await put({ id: `${event.id}-${name}` });
};

let exchange;

// safe: what was answered outside may be anything, also something old
export const keptAnswer = async (event) => {
  exchange ??= (await (await fetch("https://rates.example/eur")).json()).usd;
  return { price: event.price * exchange };
};

let handled = 0;

// safe: how many items the instance has handled is only logged
export const countsInLoop = async (event) => {
  for (const id of event.ids) {
    await put({ id });
    handled += 1;
  }
  console.log(`${handled} so far`);
};

let numbered = 0;

// unsafe: every item gets the next number of the instance
export const numbersInLoop = async (event) => {
  for (const id of event.ids) {
    numbered += 1;
    await put({ id: `${id}-${numbered}` });
  }
};

class Rows {
  constructor(file) {
    this.file = file;
    this.row = 0;
  }
  next() {
    this.row += 1;
    return `${this.file}:${this.row}`;
  }
}

// safe: the rows of a file have the same numbers again
export const numbersOfObject = async (event) => {
  const rows = new Rows(event.file);
  const { Item } = await db.get({ TableName: "files", Key: { id: event.file } });
  for (const line of Item.lines) await db.put({ TableName: "rows", Item: { id: rows.next(), line } });
};
