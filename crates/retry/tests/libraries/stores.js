// Stores through their usual clients.

import Database from "better-sqlite3";
import Redis from "ioredis";
import { MongoClient, ObjectId } from "mongodb";
import mongoose from "mongoose";
import mysql from "mysql2/promise";
import pg from "pg";
import pgPromise from "pg-promise";
import postgres from "postgres";
import { createClient } from "redis";
import sql from "mssql";

const redis = new Redis(process.env.REDIS_URL);
const client = createClient({ url: process.env.REDIS_URL });

// safe: a score only rises
export const zaddGreater = async (event) => {
  await redis.zadd(`board:${event.game}`, "GT", event.score, event.player);
};

// safe: only the first score counts
export const zaddNew = async (event) => {
  await redis.zadd(`board:${event.game}`, "NX", event.score, event.player);
};

// safe: the same score again
export const zaddPlain = async (event) => {
  await redis.zadd(`board:${event.game}`, event.score, event.player);
};

// unsafe: the score rises again
export const zaddIncrement = async (event) => {
  await redis.zadd(`board:${event.game}`, "INCR", event.score, event.player);
};

// safe: a score only rises
export const zaddGreaterOfClient = async (event) => {
  await client.zAdd(`board:${event.game}`, { score: event.score, value: event.player }, { GT: true });
};

// safe: the same scores again
export const zaddSeveral = async (event) => {
  await client.zAdd("board", [{ score: event.a, value: "a" }, { score: event.b, value: "b" }]);
};

// safe: it only looks
export const zrevrange = async (event) => redis.zrevrange(`board:${event.game}`, 0, 9, "WITHSCORES");

// safe: it only looks
export const zrangeWithScores = async (event) => client.zRangeWithScores(`board:${event.game}`, 0, 9, { REV: true });

// safe: it only looks
export const several = async (event) => redis.mget(event.a, event.b);

// unsafe: takes another item on the retry
// today unknown
export const popped = async (event) => ({ item: await redis.rpop("jobs") });

// unsafe: pushes again
export const pushed = async (event) => { await client.lPush("jobs", JSON.stringify(event)); };

// unsafe: counts again
export const counted = async (event) => { await redis.hincrby("counts", event.page, 1); };

// safe: the same field again
export const fields = async (event) => { await redis.hset(`user:${event.id}`, "name", event.name, "mail", event.mail); };

// safe: the same fields again
export const fieldsOfClient = async (event) => { await client.hSet(`user:${event.id}`, { name: event.name, mail: event.mail }); };

// safe: it only looks
export const someFields = async (event) => redis.hmget(`user:${event.id}`, "name", "mail");

// unsafe: seen twice
export const announced = async (event) => { await redis.publish("news", event.text); };

// safe: the same value for a time
export const cached = async (event) => { await client.setEx(`cache:${event.id}`, 60, event.value); };

// safe: the same values again
// today unknown
export const multiple = async (event) => { await redis.multi().set(`a:${event.id}`, event.a).set(`b:${event.id}`, event.b).exec(); };

// unsafe: counts again
// today unknown
export const multiCount = async (event) => { await client.multi().incr("hits").expire("hits", 60).exec(); };

const schema = new mongoose.Schema({ _id: String, name: String, seen: Number }, { timestamps: true });
const Person = mongoose.models.Person || mongoose.model("Person", schema);

// safe: it only looks
export const mongooseFind = async (event) => Person.find({ name: event.name }).sort({ name: 1 }).limit(5).lean();

// safe: it only looks
export const mongooseFindOne = async (event) => {
  await mongoose.connect(process.env.MONGO_URL);
  const person = await Person.findById(event.id);
  return person ? { name: person.name } : null;
};

// unsafe: counts again
export const mongooseInc = async (event) => { await Person.updateOne({ _id: event.id }, { $inc: { seen: 1 } }); };

const Pet = mongoose.model("Pet", new mongoose.Schema({ _id: String, name: String }));

// safe: sets the same again
export const mongooseSet = async (event) => {
  await Pet.findByIdAndUpdate(event.id, { name: event.name }, { upsert: true, new: true });
};

const Note = mongoose.model("Note", new mongoose.Schema({ text: String }));

// unsafe: a second document
export const mongooseCreate = async (event) => { await Note.create({ text: event.text }); };

// unsafe: a second document
export const mongooseSave = async (event) => { const note = new Note({ text: event.text }); await note.save(); };

const accountSchema = new mongoose.Schema({
  _id: String,
  name: { type: String, required: [true, "a name"], validate: (name) => name.length < 50 },
  token: { type: String, default: () => crypto.randomUUID() },
  made: { type: Date, default: Date.now },
  pets: [{ kind: String, born: { type: Date, default: Date.now } }],
});
accountSchema.pre("save", function (next) {
  if (this.isModified("name")) this.name = this.name.trim();
  next();
});
accountSchema.methods.notify = async function () {
  await fetch("https://example.org/notices", { method: "POST", body: this.name });
};
accountSchema.statics.named = function (name) { return this.find({ name }); };
accountSchema.virtual("initial").get(function () { return this.name[0]; });
accountSchema.set("toJSON", { virtuals: true });
const Account = mongoose.models.Account || mongoose.model("Account", accountSchema);

// unsafe: a second document, whatever else is in the request
export const mongooseSpread = async (event) => {
  const note = new Note({ ...event.note, text: event.text });
  await note.save();
};

// safe: the defaults of the first attempt stay
export const mongooseDefaults = async (event) => {
  try {
    await Account.create({ _id: event.id, name: event.name });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  return (await Account.findById(event.id)).token;
};

// safe: a static function that only looks
export const mongooseStatic = async (event) => (await Account.named(event.name)).length;

// unsafe: a method of the schema sends
export const mongooseMethod = async (event) => {
  const account = await Account.findById(event.id);
  await account.notify();
};

// safe: what was not changed is not sent, and what was is the same again
export const mongooseSaveAgain = async (event) => {
  const account = await Account.findById(event.id);
  account.name = event.name;
  await account.save();
};

// unsafe: counts again
export const mongooseSaveCount = async (event) => {
  const person = await Person.findById(event.id);
  person.seen += 1;
  await person.save();
};

// unsafe: each subdocument gets an `_id` of its own, so it is never there yet
export const mongooseAddToSet = async (event) => {
  await Account.updateOne({ _id: event.id }, { $addToSet: { pets: { kind: event.kind } } });
  return (await Account.findById(event.id).lean()).pets.length;
};

const orderSchema = new mongoose.Schema({ _id: String, state: String });
orderSchema.pre("save", async function () { await fetch("https://example.org/orders", { method: "POST" }); });
orderSchema.pre("findOneAndUpdate", async function () { await fetch("https://example.org/orders", { method: "POST" }); });
const Order = mongoose.model("Order", orderSchema);

// unsafe: a hook of the schema sends
export const mongooseHook = async (event) => {
  const order = await Order.findById(event.id);
  order.state = "paid";
  await order.save();
};

// unsafe: a hook of the schema sends
// today unknown
export const mongooseQueryHook = async (event) => { await Order.findOneAndUpdate({ _id: event.id }, { state: "paid" }); };

// unsafe: what is stored is counted again
// today unknown
export const mongooseMerge = async (event) => {
  const count = [{ $set: { seen: { $add: ["$seen", 1] } } }];
  await Person.aggregate([{ $match: { name: event.name } }, { $merge: { into: "people", whenMatched: count } }]);
};

const mongo = new MongoClient(process.env.MONGO_URL);

// safe: sets the same again
export const mongoUpsert = async (event) => {
  await mongo.db("shop").collection("things").updateOne({ _id: event.id }, { $set: { name: event.name } }, { upsert: true });
};

// safe: it only looks
export const mongoAggregate = async (event) =>
  mongo.db("shop").collection("things").aggregate([{ $match: { owner: event.owner } }]).toArray();

// unsafe: what is stored is counted again
// today unknown
export const mongoMerge = async (event) => {
  const count = [{ $set: { seen: { $add: ["$seen", 1] } } }];
  await mongo.db("shop").collection("things").aggregate([{ $merge: { into: "all", whenMatched: count } }]).toArray();
};

// safe: it only looks
export const mongoFind = async (event) =>
  mongo.db("shop").collection("things").find({ owner: event.owner }).sort({ at: -1 }).limit(10).toArray();

// unsafe: a second document
export const mongoInsert = async (event) => {
  const { insertedId } = await mongo.db("shop").collection("things").insertOne({ name: event.name });
  return insertedId;
};

const pool = new pg.Pool();
const db = pgPromise()(process.env.DATABASE_URL);
const query = postgres(process.env.DATABASE_URL);
const file = new Database("/mnt/efs/things.db");
const connections = mysql.createPool({ uri: process.env.MYSQL_URL });

// safe: sets the same again
export const pgUpdate = async (event) => {
  await pool.query("UPDATE people SET name = $2 WHERE id = $1", [event.id, event.name]);
};

// unsafe: the server draws a key
export const pgInsert = async (event) => {
  const { rows } = await pool.query("INSERT INTO notes (text) VALUES ($1) RETURNING id", [event.text]);
  return rows[0].id;
};

// safe: sets the same again
export const pgPromiseUpdate = async (event) => {
  await db.none("UPDATE people SET name = $2 WHERE id = $1", [event.id, event.name]);
};

// safe: it only looks
export const pgPromiseRead = async (event) => db.oneOrNone("SELECT name FROM people WHERE id = $1", [event.id]);

// safe: sets the same again
export const postgresUpdate = async (event) => {
  await query`UPDATE people SET name = ${event.name} WHERE id = ${event.id}`;
};

// safe: sets the same again
export const sqliteUpdate = async (event) => {
  file.prepare("UPDATE people SET name = ? WHERE id = ?").run(event.name, event.id);
};

// unsafe: counts again
export const mysqlCount = async (event) => {
  await connections.execute("UPDATE people SET seen = seen + 1 WHERE id = ?", [event.id]);
};

// unsafe: counts again
// today unknown
export const mssqlCount = async (event) => {
  const pool = await sql.connect(process.env.MSSQL_URL);
  await pool.request().input("id", sql.Int, event.id).query("UPDATE people SET seen = seen + 1 WHERE id = @id");
};

// safe: the elements are there already
export const mongoAddEach = async (event) => {
  const things = mongo.db("shop").collection("things");
  await things.updateOne({ _id: event.id }, { $addToSet: { tags: { $each: event.tags } } }, { upsert: true });
};

// safe: a payment is counted where it is not among those that were counted
export const mongoCountsOnce = async (event) => {
  const accounts = (await MongoClient.connect(process.env.MONGO_URL)).db().collection("accounts");
  await accounts.updateOne(
    { _id: event.account, payments: { $ne: event.payment } },
    { $inc: { balance: event.amount }, $push: { payments: event.payment } },
  );
};

// safe: a seat is given back where it is one of those that are taken
export const mongoGivesBackOnce = async (event) => {
  const shows = (await MongoClient.connect(process.env.MONGO_URL)).db().collection("shows");
  await shows.updateOne(
    { _id: event.show, taken: event.seat },
    { $inc: { free: 1 }, $pull: { taken: event.seat } },
  );
};

// unsafe: counts again, whatever is in the list
export const mongoCountsOthers = async (event) => {
  const accounts = (await MongoClient.connect(process.env.MONGO_URL)).db().collection("accounts");
  await accounts.updateOne(
    { _id: event.account, payments: { $ne: "closed" } },
    { $inc: { balance: event.amount }, $push: { payments: event.payment } },
  );
};

// unsafe: where the rest does not match, an upsert finds a duplicate
export const mongoUpsertsOnce = async (event) => {
  const accounts = (await MongoClient.connect(process.env.MONGO_URL)).db().collection("accounts");
  await accounts.updateOne(
    { _id: event.account, payments: { $ne: event.payment } },
    { $inc: { balance: event.amount }, $push: { payments: event.payment } },
    { upsert: true },
  );
};

// unsafe: the element has the present time, and another one is another element
// today unknown: whether two dates are equal is not computed
export const mongoAddsStamped = async (event) => {
  const accounts = (await MongoClient.connect(process.env.MONGO_URL)).db().collection("accounts");
  await accounts.updateOne(
    { _id: event.account },
    { $addToSet: { opens: { campaign: event.campaign, at: new Date() } } },
  );
};

// safe: the set has the element
export const mongoAddsRecord = async (event) => {
  const accounts = (await MongoClient.connect(process.env.MONGO_URL)).db().collection("accounts");
  await accounts.updateOne(
    { _id: event.account },
    { $addToSet: { opens: { campaign: event.campaign } } },
  );
};

const prefixed = new Redis({ keyPrefix: "shop:" });

// unsafe: both names are those of one key, which was counted up in between
export const redisPrefix = async (event) => {
  const before = await prefixed.get("orders");
  await redis.set(`seen:${before}`, event.id);
  await redis.incr("shop:orders");
};

// unsafe: the document before the update is another one on the retry, and nobody is told
export const mongoBefore = async (event) => {
  const before = await mongo.db("shop").collection("things").findOneAndUpdate(
    { _id: event.id },
    { $set: { done: true } },
    { upsert: true, returnDocument: "before" },
  );
  if (!before?.done) await redis.publish("done", event.id);
};

const send = (text) => redis.publish("news", text);

// unsafe: a number that is stored comes back as its text
export const redisNumber = async ({ id }) => {
  await redis.set(`number:${id}`, 5);
  if ((await redis.get(`number:${id}`)) !== 5) await send(id);
};

// unsafe: so does a truth value
export const redisTruth = async ({ id }) => {
  await redis.set(`truth:${id}`, true);
  if ((await redis.get(`truth:${id}`)) !== true) await send(id);
};

// unsafe: and a field
export const redisField = async ({ id }) => {
  await redis.hset(`field:${id}`, "n", 1);
  if ((await redis.hget(`field:${id}`, "n")) === "1") await send(id);
};

// unsafe: a score is a text here
export const redisScore = async ({ id }) => {
  await redis.zadd("scores", 5, id);
  if ((await redis.zscore("scores", id)) === "5") await send(id);
};

// unsafe: a member counts as one here
// today unknown
export const redisMember = async ({ id }) => {
  if ((await redis.sismember("members", id)) === 1) await send(id);
};

// unsafe: earlier versions of this client answer with truth values
export const redisVersion = async ({ id }) => {
  if ((await client.setNX(`new:${id}`, "1")) === true) await send(id);
};

// unsafe: and with nothing where a field is missing
export const redisNoField = async ({ id }) => {
  if ((await client.hGet("fields", id)) === undefined) await send(id);
};

// unsafe: the retry takes another one
// today unknown
export const mongoTakesOne = async ({ user }) => {
  const jobs = mongo.db("shop").collection("jobs");
  await jobs.updateOne({ user, taken: false }, { $set: { taken: true } });
};

// unsafe: the retry removes another one
// today unknown
export const mongoRemovesOne = async ({ user }) => {
  await mongo.db("shop").collection("slots").deleteOne({ user });
};

// safe: all are gone
export const mongoRemovesAll = async ({ user }) => {
  await mongo.db("shop").collection("slots").deleteMany({ user });
};

// safe: it finds the same one again
export const mongoMarksOne = async ({ mail }) => {
  await mongo.db("shop").collection("users").updateOne({ mail }, { $set: { verified: true } });
};

// unsafe: a field that is missing is null
export const mongoNull = async ({ id }) => {
  const things = mongo.db("shop").collection("nulls");
  await things.updateOne({ _id: id }, { $unset: { lock: "" } });
  await things.updateOne({ _id: id, lock: null }, { $inc: { n: 1 } });
};

// unsafe: the request says whether a document is made
export const mongoMayMake = async ({ id, make }) => {
  const things = mongo.db("shop").collection("made");
  const { matchedCount, upsertedCount } = await things.updateOne({ _id: id }, { $set: { a: 1 } }, { upsert: !!make });
  if (matchedCount === 0 && upsertedCount === 1) await send(id);
};
