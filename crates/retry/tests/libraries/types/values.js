// What Redis, DynamoDB, MongoDB and S3 make of the values that they are given, and what their
// clients refuse.

import Redis from "ioredis";
import { createClient } from "redis";
import { Redis as Upstash } from "@upstash/redis";
import { MongoClient, ObjectId } from "mongodb";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { S3 } from "@aws-sdk/client-s3";
import { SNS } from "@aws-sdk/client-sns";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());
const lax = DynamoDBDocument.from(new DynamoDB(), { marshallOptions: { removeUndefinedValues: true } });
const raw = new DynamoDB();
const s3 = new S3(), sns = new SNS();
const redis = new Redis(process.env.REDIS_URL);
const client = createClient({ url: process.env.REDIS_URL });
const upstash = new Upstash({ url: "u", token: "t" });
const mongo = new MongoClient(process.env.MONGO_URL);
const things = mongo.db("shop").collection("things");
const notify = (text) => sns.publish({ TopicArn: process.env.TOPIC, Message: text });

// unsafe: a number comes back as a text
export const ioGet = async ({ id }) => {
  await redis.set(`a:${id}`, 5);
  if ((await redis.get(`a:${id}`)) !== 5) await notify("x");
};
// unsafe: hget as well
export const ioHget = async ({ id }) => {
  await redis.hset(`b:${id}`, "n", 5);
  if ((await redis.hget(`b:${id}`, "n")) !== 5) await notify("x");
};
// unsafe: hgetall as well
export const ioHgetall = async ({ id }) => {
  await redis.hset(`c:${id}`, "n", 5);
  const all = await redis.hgetall(`c:${id}`);
  if (all.n !== 5) await notify("x");
};
// unsafe: hgetall as well, of fields given as a record
export const ioHgetallRecord = async ({ id }) => {
  await client.hSet(`d:${id}`, { n: 5 });
  const all = await client.hGetAll(`d:${id}`);
  if (all.n !== 5) await notify("x");
};
// safe: a text stays one
export const ioHgetallText = async ({ id }) => {
  await client.hSet(`e:${id}`, { n: "5" });
  const all = await client.hGetAll(`e:${id}`);
  if (all.n !== "5") await notify("x");
};
// unsafe: hmget
export const ioHmget = async ({ id }) => {
  await redis.hset(`f:${id}`, "n", 5);
  const [n] = await redis.hmget(`f:${id}`, "n");
  if (n !== 5) await notify("x");
};
// unsafe: mget
export const ioMget = async ({ id }) => {
  await redis.set(`g:${id}`, 5);
  const [n] = await redis.mget(`g:${id}`);
  if (n !== 5) await notify("x");
};
// unsafe: hvals
export const ioHvals = async ({ id }) => {
  await redis.hset(`h:${id}`, "n", 5);
  const all = await redis.hvals(`h:${id}`);
  if (all[0] !== 5) await notify("x");
};
// unsafe: members are texts
export const ioSmembers = async ({ id }) => {
  await redis.sadd(`i:${id}`, 5);
  const all = await redis.smembers(`i:${id}`);
  if (!all.includes(5)) await notify("x");
};
// safe: whether a number is a member is asked as its text
export const ioSismember = async ({ id }) => {
  await redis.sadd(`j:${id}`, "5");
  if (!(await redis.sismember(`j:${id}`, 5))) await notify("x");
};
// unsafe: lists have texts
export const ioLrange = async ({ id }) => {
  await redis.del(`k:${id}`);
  await redis.rpush(`k:${id}`, 5);
  const all = await redis.lrange(`k:${id}`, 0, -1);
  if (all[0] !== 5) await notify("x");
};
// unsafe: lindex has texts
export const ioLindex = async ({ id }) => {
  await redis.del(`l:${id}`);
  await redis.rpush(`l:${id}`, 5);
  if ((await redis.lindex(`l:${id}`, 0)) !== 5) await notify("x");
};
// unsafe: a text that is JSON comes back as what it says
export const upstashText = async ({ id }) => {
  await upstash.set(`m:${id}`, "5");
  if ((await upstash.get(`m:${id}`)) !== "5") await notify("x");
};
// safe: a number comes back as one
export const upstashNumber = async ({ id }) => {
  await upstash.set(`n:${id}`, 5);
  if ((await upstash.get(`n:${id}`)) !== 5) await notify("x");
};
// unsafe: "5" and 1 make 6, a number that get shows as a text
export const ioIncr = async ({ id }) => {
  await redis.set(`o:${id}`, "5");
  await redis.incr(`o:${id}`);
  if ((await redis.get(`o:${id}`)) === "6") await notify("x");
};
// unsafe: the value undefined is an empty text in ioredis
// today unknown
export const ioUndefined = async ({ id }) => {
  await redis.set(`p:${id}`, undefined);
  if ((await redis.get(`p:${id}`)) !== undefined) await notify("x");
};
// unsafe: an object is written as [object Object]
// today unknown
export const ioObject = async ({ id }) => {
  await redis.set(`q:${id}`, { a: 1 });
  const it = await redis.get(`q:${id}`);
  if (it.a !== 1) await notify("x");
};
// unsafe: keys 5 and "5" are one: the first attempt leaves it
export const ioKeys = async ({ id }) => {
  if (await redis.hget("r", "5")) await notify("x");
  await redis.hset("r", 5, "y");
};
// unsafe: a null comes back as an empty text
// today unknown
export const ioNull = async ({ id }) => {
  await redis.set(`s:${id}`, null);
  if ((await redis.get(`s:${id}`)) !== null) await notify("x");
};
// unsafe: true comes back as a text
export const ioTrue = async ({ id }) => {
  await redis.set(`t:${id}`, true);
  if ((await redis.get(`t:${id}`)) !== true) await notify("x");
};
// unsafe: an id in the database is an ObjectId
// today unknown
export const mongoText = async ({ id }) => {
  await things.updateOne({ _id: new ObjectId(id) }, { $set: { n: 1 } }, { upsert: true });
  const found = await things.findOne({ _id: new ObjectId(id) });
  if (found && found._id !== id) await notify("x");
};
// unsafe: two ObjectIds are two objects
// today unknown
export const mongoIdentity = async ({ id }) => {
  await things.updateOne({ _id: new ObjectId(id) }, { $set: { n: 1 } }, { upsert: true });
  const found = await things.findOne({ _id: new ObjectId(id) });
  if (found && found._id !== new ObjectId(id)) await notify("x");
};
// unsafe: undefined is stored as null, or not at all
export const mongoUndefined = async ({ id }) => {
  await things.updateOne({ _id: id }, { $set: { n: undefined } }, { upsert: true });
  const found = await things.findOne({ _id: id });
  if (found && found.n === null) await notify("x");
};
// unsafe: a date loses nothing but is another object
export const mongoDate = async ({ id, at }) => {
  const day = new Date("2024-01-01");
  await things.updateOne({ _id: id }, { $set: { day } }, { upsert: true });
  const found = await things.findOne({ _id: id });
  if (found && found.day !== day) await notify("x");
};
// unsafe: the marshaller refuses undefined
export const dynamoUndefined = async ({ id }) => {
  try {
    await db.put({ TableName: "t1", Item: { id, note: undefined } });
  } catch (error) {
    await notify("x");
  }
};
// safe: undefined is left out
export const dynamoLax = async ({ id }) => {
  await lax.put({ TableName: "t2", Item: { id, note: undefined } });
};
// unsafe: the retry reads what the first attempt has put
export const dynamoUndefinedRead = async ({ id }) => {
  const { Item } = await db.get({ TableName: "t3", Key: { id } });
  await db.put({ TableName: "t4", Item: { id, was: Item && Item.n } });
  await db.put({ TableName: "t3", Item: { id, n: 1 } });
};
// unsafe: a set that comes back is a Set
// today unknown
export const dynamoSet = async ({ id }) => {
  await db.put({ TableName: "t5", Item: { id, tags: new Set(["a"]) } });
  const { Item } = await db.get({ TableName: "t5", Key: { id } });
  if (!Array.isArray(Item.tags)) await notify("x");
};
// unsafe: an empty set is refused
export const dynamoEmptySet = async ({ id }) => {
  try {
    await db.put({ TableName: "t6", Item: { id, tags: new Set([]) } });
  } catch (error) {
    await notify("x");
  }
};
// unsafe: an empty key is refused
export const dynamoEmptyKey = async () => {
  try {
    await db.delete({ TableName: "t7", Key: { id: "" } });
  } catch (error) {
    await notify("x");
  }
};
// unsafe: a Date is refused
export const dynamoDate = async ({ id, at }) => {
  try {
    await db.put({ TableName: "t8", Item: { id, at: new Date(at) } });
  } catch (error) {
    await notify("x");
  }
};
// unsafe: N comes back as a text
export const dynamoRawNumber = async ({ id }) => {
  await raw.putItem({ TableName: "t9", Item: { id: { S: id }, n: { N: "5" } } });
  const { Item } = await raw.getItem({ TableName: "t9", Key: { id: { S: id } } });
  if (Item.n.N !== 5) await notify("x");
};
// unsafe: 5.0 comes back as 5
export const dynamoRawSpelling = async ({ id }) => {
  await raw.putItem({ TableName: "t10", Item: { id: { S: id }, n: { N: "5.0" } } });
  const { Item } = await raw.getItem({ TableName: "t10", Key: { id: { S: id } } });
  if (Item.n.N !== "5.0") await notify("x");
};
// unsafe: numbers of a set are texts in the raw client
// today unknown
export const dynamoRawSet = async ({ id }) => {
  await raw.putItem({ TableName: "t11", Item: { id: { S: id }, n: { NS: ["5"] } } });
  const { Item } = await db.get({ TableName: "t11", Key: { id } });
  if (!Item.n.has("5")) await notify("x");
};
// unsafe: the metadata is a text
export const s3Metadata = async ({ id }) => {
  await s3.putObject({ Bucket: "m1", Key: id, Body: "x", Metadata: { n: 5 } });
  const { Metadata } = await s3.headObject({ Bucket: "m1", Key: id });
  if (Metadata.n !== 5) await notify("x");
};
// safe: the text of a body is what was written
export const s3BodyText = async ({ id }) => {
  await s3.putObject({ Bucket: "m3", Key: id, Body: "x" });
  const { Body } = await s3.getObject({ Bucket: "m3", Key: id });
  if ((await Body.transformToString()) !== "x") await notify("x");
};
// unsafe: a tag is in quotes
export const s3Tag = async ({ id }) => {
  const { ETag } = await s3.putObject({ Bucket: "m4", Key: id, Body: "x" });
  if (ETag.startsWith('"')) await notify("x");
};
// unsafe: null stays null
export const dynamoNull = async ({ id }) => {
  await db.put({ TableName: "t12", Item: { id, n: null } });
  const { Item } = await db.get({ TableName: "t12", Key: { id } });
  if (Item.n === null) await notify("x");
};
// unsafe: attribute_exists of a null is true
export const dynamoNullExists = async ({ id }) => {
  await db.put({ TableName: "t13", Item: { id, n: null } });
  try {
    await db.update({ TableName: "t13", Key: { id }, UpdateExpression: "SET m = :m", ConditionExpression: "attribute_not_exists(n)", ExpressionAttributeValues: { ":m": 1 } });
  } catch (error) {
    await notify("x");
  }
};
// unsafe: an object in the item is another one when it comes back
export const dynamoSame = async ({ id, order }) => {
  const lines = [1];
  await db.put({ TableName: "t14", Item: { id, lines } });
  const { Item } = await db.get({ TableName: "t14", Key: { id } });
  if (Item.lines !== lines) await notify("x");
};
