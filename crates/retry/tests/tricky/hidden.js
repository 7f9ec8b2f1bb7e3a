// Handlers whose state hides in an object: a file that an earlier attempt left, a buffer that is
// filled by its elements, an object of a library that takes in what it is given. Most come in
// pairs: what is new on every attempt is not safe, what the request says is.

import { createHash, randomBytes, randomUUID } from "node:crypto";
import fs from "node:fs";
import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { StringDecoder } from "node:string_decoder";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { SNS } from "@aws-sdk/client-sns";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import AdmZip from "adm-zip";
import JSZip from "jszip";
import _ from "lodash";
import moment from "moment";
import XLSX from "xlsx";

const db = DynamoDBDocument.from(new DynamoDB());
const topics = new SNS();

const put = (id) => db.put({ TableName: "items", Item: { id } });
const publish = (Message) => topics.publish({ TopicArn: "news", Message });

// unsafe: an earlier attempt may have left the file
export const fileLeft = async (event) => {
  if (fs.existsSync("/tmp/state")) await put(fs.readFileSync("/tmp/state", "utf8"));
  fs.writeFileSync("/tmp/state", event.id);
};

// safe: the file is written before it is read
export const fileWrittenFirst = async (event) => {
  fs.writeFileSync("/tmp/state", event.id);
  await put(fs.readFileSync("/tmp/state", "utf8"));
};

// unsafe: a marker of an earlier attempt
export const marker = async (event) => {
  try {
    await stat(path.join(os.tmpdir(), event.id));
  } catch {
    await publish(event.id);
    await writeFile(path.join(os.tmpdir(), event.id), "");
  }
};

// unsafe: the same, asked for by a callback
export const markerCalledBack = async (event) => {
  await new Promise((resolve, reject) => {
    fs.readFile("/tmp/" + event.id, (error) => {
      if (!error) return resolve();
      publish(event.id).then(resolve, reject);
    });
  });
  fs.writeFileSync("/tmp/" + event.id, "");
};

// unsafe: a marker that is removed, or not
export const markerRemoved = async (event) => {
  try {
    fs.unlinkSync("/tmp/" + event.id);
  } catch (error) {
    if (error.code === "ENOENT") await put(randomUUID());
  }
};

// unsafe: a directory that may have been there
export const directoryKept = async (event) => {
  fs.mkdirSync("/tmp/work", { recursive: true });
  if (!fs.existsSync("/tmp/work/done")) await put(randomUUID());
};

// safe: the file has a name of its own
// today unknown
export const fileOfItsOwn = async (event) => {
  const file = "/tmp/" + randomUUID();
  fs.writeFileSync(file, event.id);
  await put(fs.readFileSync(file, "utf8") ? event.id : "none");
};

// unsafe: every attempt appends
export const appended = async (event) => {
  await appendFile("/tmp/log", event.id);
  await put(await readFile("/tmp/log", "utf8"));
};

// unsafe: what is in the directory depends on the instance
export const listedFiles = async () => {
  await put(fs.readdirSync("/tmp").join());
};

// safe: a file of the deployment
export const deployedFile = async (event) => {
  await put(JSON.parse(fs.readFileSync("config.json", "utf8")).id + event.id);
};

// unsafe: an element of a buffer
export const bufferElement = async () => {
  const buffer = Buffer.alloc(4);
  buffer[0] = Math.random() * 256;
  await put(buffer.toString("hex"));
};

// safe: an element of a buffer that the request gives
export const bufferElementGiven = async (event) => {
  const buffer = Buffer.alloc(4);
  buffer[0] = event.byte;
  await put(buffer.toString("hex"));
};

// unsafe: a number written into a buffer, whose value is used
export const bufferNumber = async () => {
  const buffer = Buffer.alloc(8);
  const end = buffer.writeDoubleBE(Date.now(), 0);
  if (end === 8) await put(buffer.toString("hex"));
};

// unsafe: a buffer that another one is copied into
// today unknown
export const bufferCopy = async () => {
  const buffer = Buffer.alloc(8);
  randomBytes(8).copy(buffer);
  await put(buffer.toString("hex"));
};

// unsafe: a function without braces gives back what the hash gives
export const eachUpdate = async () => {
  const hash = createHash("sha256");
  [randomUUID()].forEach((id) => hash.update(id));
  await put(hash.digest("hex"));
};

// safe: the same with what the request gives
export const eachUpdateGiven = async (event) => {
  const hash = createHash("sha256");
  event.ids.forEach((id) => hash.update(id));
  await put(hash.digest("hex"));
};

// unsafe: a helper returns what the hash gives
export const returnedUpdate = async () => {
  const hash = createHash("sha256");
  const add = (text) => hash.update(text);
  add(randomUUID());
  await put(hash.digest("hex"));
};

// unsafe: the call stands in an expression
export const inExpression = async (event) => {
  const hash = createHash("sha256");
  event.secret && hash.update(randomUUID());
  await put(hash.digest("hex"));
};

// unsafe: the call stands in a list
export const inList = async () => {
  const hash = createHash("sha256");
  const steps = [hash.update("a"), hash.update(randomUUID())];
  await put(steps[0].digest("hex"));
};

// unsafe: a parameter of an address
export const parameterReturned = async (event) => {
  const address = new URL("https://a.example/");
  const add = (value) => address.searchParams.append("id", value);
  add(randomUUID());
  await put(address.href);
};

// safe: a parameter of an address that the request gives
export const parameterGiven = async (event) => {
  const address = new URL("https://a.example/");
  address.searchParams.append("id", event.id);
  await put(address.href);
};

// unsafe: parameters alone
export const parameters = async () => {
  const all = new URLSearchParams();
  const ids = [randomUUID()];
  ids.map((id) => all.append("id", id));
  await put(all.toString());
};

// unsafe: headers
export const headers = async () => {
  const all = new Headers();
  const set = (name, value) => all.set(name, value);
  set("id", randomUUID());
  await put(all.get("id"));
};

// safe: headers that the request gives
export const headersGiven = async (event) => {
  const all = new Headers();
  all.set("id", event.id);
  await put(all.get("id"));
};

// unsafe: a moment that is set, in a function without braces
export const momentSet = async (event) => {
  const at = moment(event.at);
  [Math.random()].forEach((n) => at.add(n, "days"));
  await put(at.toISOString());
};

// safe: a moment that is added to as the request says
export const momentAddedGiven = async (event) => {
  const at = moment(event.at);
  at.add(event.days, "days");
  await put(at.toISOString());
};

// unsafe: an archive
export const archive = async () => {
  const zip = new JSZip();
  const done = zip.file("id", randomUUID());
  await put(await zip.generateAsync({ type: "base64" }));
};

// unsafe: another archive
export const otherArchive = async () => {
  const zip = new AdmZip();
  ["a"].map((name) => zip.addFile(name, Buffer.from(randomUUID())));
  await put(zip.toBuffer().toString("base64"));
};

// unsafe: a sheet
export const sheet = async () => {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.json_to_sheet([{ id: randomUUID() }]));
  await put(XLSX.write(book, { type: "base64" }));
};

// unsafe: a decoder keeps what it was given
export const decoder = async () => {
  const text = new StringDecoder("utf8");
  const first = text.write(randomBytes(4));
  await put(text.end());
};

// unsafe: a global that an earlier attempt set
export const globalFlag = async (event) => {
  if (global.warned) return;
  global.warned = true;
  await publish(event.id);
};

// unsafe: an object that is changed in place
// today unknown
export const assigned = async () => {
  const box = { id: "" };
  _.set(box, "id", randomUUID());
  await put(box.id);
};

// unsafe: an object that is merged in place
// today unknown
export const merged = async () => {
  const box = { id: "" };
  _.merge(box, { id: randomUUID() });
  await put(box.id);
};

// unsafe: an array that is sorted at random
// today unknown
export const sortedAtRandom = async () => {
  const ids = ["a", "b", "c"];
  ids.sort(() => Math.random() - 0.5);
  await put(ids[0]);
};

const stamped = () => ({ get [Symbol.toStringTag]() { return randomUUID(); } });

// unsafe: the object says another kind every time
// today unknown
export const tagOfInstance = async () => {
  class Stamped {
    get [Symbol.toStringTag]() {
      return String(Date.now());
    }
  }
  await put(Object.prototype.toString.call(new Stamped()));
};

// unsafe: which is in its text
// today unknown
export const tagInText = async () => { await put(`${stamped()}`); };

// unsafe: and in that of a list
// today unknown
export const tagInList = async () => { await put([stamped()].join()); };

// unsafe: or whoever asks another object for the method
// today unknown
export const tagByOther = async () => { await put({}.toString.call(stamped())); };

// safe: the kind of what says nothing of itself
export const noTag = async (event) => {
  if (Object.prototype.toString.call(event.id) === "[object String]") await put(event.id);
};
