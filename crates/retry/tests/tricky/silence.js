// Handlers that use something a model does not list: a field of an answer, a member of a
// package, a source of time or chance. What is not known is never assumed away.

import crypto, { generateKeyPairSync, randomFillSync, randomUUID, webcrypto } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import https from "node:https";
import os from "node:os";
import { CloudWatchClient, PutMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { CloudWatchLogsClient, GetQueryResultsCommand, PutLogEventsCommand } from "@aws-sdk/client-cloudwatch-logs";
import { CognitoIdentityProvider, UserNotFoundException } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { HeadObjectCommand, S3, S3ServiceException } from "@aws-sdk/client-s3";
import { SFN } from "@aws-sdk/client-sfn";
import { SNS } from "@aws-sdk/client-sns";
import { SSM } from "@aws-sdk/client-ssm";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import AWS from "aws-sdk";
import axios from "axios";
import { execSync } from "node:child_process";
import _ from "lodash";
import CryptoJS from "crypto-js";
import AES from "crypto-js/aes";
import { format, formatDistanceToNow, isPast } from "date-fns";
import got from "got";
import jwt from "jsonwebtoken";
import { DateTime } from "luxon";
import moment from "moment";
import { MongoClient } from "mongodb";
import { Stripe } from "stripe";

const db = DynamoDBDocument.from(new DynamoDB());
const functions = new LambdaClient({});
const objects = new S3();
const oldObjects = new AWS.S3();
const oldItems = new AWS.DynamoDB.DocumentClient();
const topics = new SNS();
const people = new CognitoIdentityProvider();
const oldPeople = new AWS.CognitoIdentityServiceProvider();
const parameters = new SSM();
const machines = new SFN();
const client = new MongoClient(process.env.MONGO);
const logs = new CloudWatchLogsClient({});
const metrics = new CloudWatchClient({});
const users = client.db("app").collection("users");

const TableName = "items";
const Bucket = "files";
const put = (Item) => db.put({ TableName, Item });
const publish = (Message) => topics.publish({ TopicArn: "news", Message });
const post = () => publish("again");

// unsafe: a large table has a second page
export const lastEvaluatedKey = async (event) => {
  const { LastEvaluatedKey } = await db.scan({ TableName });
  if (LastEvaluatedKey) await functions.send(new InvokeCommand({ FunctionName: "more" }));
};

// unsafe: a filter leaves some out
export const scannedCount = async () => {
  const found = await db.scan({ TableName, FilterExpression: "a = :a", ExpressionAttributeValues: { ":a": 1 } });
  if (found.ScannedCount > 10) await post();
};

// unsafe: reads cost something
export const consumedCapacity = async (event) => {
  const got = await db.get({ TableName, Key: { id: event.id }, ReturnConsumedCapacity: "TOTAL" });
  if (got.ConsumedCapacity.CapacityUnits > 1) await post();
};

// unsafe: a batch may leave keys for later
export const unprocessedKeys = async (event) => {
  const got = await db.batchGet({ RequestItems: { items: { Keys: [{ id: event.id }] } } });
  if (Object.keys(got.UnprocessedKeys).length > 0) await post();
};

// unsafe: or items
export const unprocessedItems = async (event) => {
  const done = await db.batchWrite({ RequestItems: { items: [{ PutRequest: { Item: { id: event.id } } }] } });
  if (Object.keys(done.UnprocessedItems).length > 0) await post();
};

// safe: what is left is written again
export const unprocessedAgain = async (event) => {
  let RequestItems = { items: [{ PutRequest: { Item: { id: event.id } } }] };
  do {
    const done = await db.batchWrite({ RequestItems });
    RequestItems = done.UnprocessedItems;
  } while (Object.keys(RequestItems).length > 0);
};

// safe: pages are gone through one by one
export const pages = async (event) => {
  let ExclusiveStartKey;
  do {
    const page = await db.scan({ TableName: "sources", ExclusiveStartKey });
    for (const item of page.Items) await put({ id: item.id, text: item.text });
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
};

// unsafe: the SDK tells how often it tried
export const attempts = async (event) => {
  const got = await db.get({ TableName, Key: { id: event.id } });
  if (got.$metadata.attempts > 1) await post();
};

// unsafe: each request has an id of its own
// today unknown
export const requestId = async (event) => {
  const got = await db.get({ TableName, Key: { id: event.id } });
  await put({ id: got.$metadata.requestId });
};

// unsafe: objects have a length
export const contentLength = async (event) => {
  const head = await objects.headObject({ Bucket, Key: event.key });
  if (head.ContentLength > 1000) await post();
};

// unsafe: and metadata
export const metadata = async (event) => {
  const { Metadata } = await objects.getObject({ Bucket, Key: event.key });
  if (Metadata.owner === "me") await post();
};

// unsafe: and a time
export const lastModified = async (event) => {
  const head = await objects.send(new HeadObjectCommand({ Bucket, Key: event.key }));
  if (head.LastModified < new Date(event.since)) await post();
};

// unsafe: and a version
export const versionId = async (event) => {
  const { VersionId } = await objects.headObject({ Bucket, Key: event.key });
  if (VersionId !== event.version) await post();
};

// unsafe: a bucket has more than a thousand objects
export const isTruncated = async (event) => {
  const page = await objects.listObjectsV2({ Bucket });
  if (page.IsTruncated) await post();
};

// unsafe: the same by the token
export const continuationToken = async (event) => {
  const { NextContinuationToken } = await objects.listObjectsV2({ Bucket });
  if (NextContinuationToken) await post();
};

// unsafe: an empty bucket has no field for its objects
export const nothingListed = async (event) => {
  const { Contents } = await objects.listObjectsV2({ Bucket });
  if (!Contents) await post();
};

// unsafe: an update that changes nothing modifies nothing
export const modifiedCount = async (event) => {
  const done = await users.updateOne({ _id: event.id }, { $set: { name: event.name } });
  if (done.matchedCount === 1 && done.modifiedCount === 0) await post();
};

// unsafe: an upsert may insert
export const upsertedId = async (event) => {
  const done = await users.updateOne({ _id: event.id }, { $set: { name: event.name } }, { upsert: true });
  if (done.upsertedId) await post();
};

// unsafe: version 2 tells the status of a failure
export const statusCode = async (event) => {
  try {
    await oldObjects.headObject({ Bucket, Key: event.key }).promise();
  } catch (error) {
    if (error.statusCode === 404) await post();
  }
};

// unsafe: version 3 as well
export const statusOfFailure = async (event) => {
  try {
    await objects.headObject({ Bucket, Key: event.key });
  } catch (error) {
    if (error.$metadata.httpStatusCode === 404) await post();
  }
};

// unsafe: a failure is an instance of its service's class
export const classOfFailure = async (event) => {
  try {
    await objects.getObject({ Bucket, Key: event.key });
  } catch (error) {
    if (error instanceof S3ServiceException) await post();
  }
};

// unsafe: a failure says more than its name
export const retryable = async (event) => {
  try {
    await oldItems.put({ TableName, Item: { id: event.id }, ConditionExpression: "attribute_not_exists(id)" }).promise();
  } catch (error) {
    if (!error.retryable) await post();
  }
};

// unsafe: a method of the language that is not known does not end the function
// today unknown
export const unknownMethod = async (event) => {
  try {
    if ("text".isWellFormed()) await post();
  } catch {
    return "never";
  }
};

// unsafe: an instance of a web client posts
export const axiosInstance = async (event) => {
  const api = axios.create({ baseURL: "https://example.com" });
  await api.post("/orders", { id: event.id });
};

// unsafe: so does this one
export const gotInstance = async (event) => {
  await got.extend({ prefixUrl: "https://example.com" }).post("orders", { json: { id: event.id } });
};

// unsafe: a client of Stripe charges
export const stripeClient = async (event) => {
  await new Stripe(process.env.KEY).charges.create({ amount: event.amount });
};

// unsafe: the event says which method
// today unknown
export const requestOptions = async (event) => {
  await new Promise((resolve) => https.request(event.options, resolve).end());
};

// unsafe: it may be a POST
export const chosenMethod = async (event) => {
  await fetch("https://example.com", { method: event.method });
};

// unsafe: it is one
// today unknown
export const spreadOptions = async (event) => {
  const options = { headers: {}, ...event.options };
  await fetch("https://example.com", options);
};

// unsafe: one of the two
export const eitherMethod = async (event) => {
  const options = event.save ? { method: "PUT" } : { method: "GET" };
  await fetch("https://example.com", options);
};

// unsafe: the method is set later
export const assignedMethod = async (event) => {
  const options = {};
  options.method = "POST";
  await axios("https://example.com", options);
};

// unsafe: a configuration from outside
// today unknown
export const configuration = async (event) => { await axios(event.request); };

// unsafe: the name of the host is another one in another container
export const hostName = async () => { await put({ id: os.hostname() }); };

// unsafe: so is the process
export const processId = async () => { await put({ id: String(process.pid) }); };

// unsafe: so is the trace
export const traceId = async () => { await put({ id: process.env._X_AMZN_TRACE_ID }); };

// unsafe: so is the log stream
export const logStream = async () => { await put({ id: process.env.AWS_LAMBDA_LOG_STREAM_NAME }); };

// unsafe: so is the memory in use
export const memory = async () => { await put({ id: String(process.memoryUsage().heapUsed) }); };

// unsafe: chance of a package
export const cryptoJs = async () => { await put({ id: CryptoJS.lib.WordArray.random(16).toString() }); };

// unsafe: chance in a buffer
// today unknown
export const filled = async () => {
  const buffer = Buffer.alloc(16);
  randomFillSync(buffer);
  await put({ id: buffer.toString("hex") });
};

// unsafe: a new pair of keys
export const keyPair = async () => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await put({ id: publicKey.export({ type: "spki", format: "pem" }) });
};

// unsafe: chance of the web
// today unknown
export const webChance = async () => {
  const numbers = webcrypto.getRandomValues(new Uint32Array(4));
  await put({ id: numbers.join("-") });
};

// unsafe: the present is another one later
export const distanceToNow = async (event) => { await put({ id: formatDistanceToNow(new Date(event.at)) }); };

// unsafe: what is past later need not be past now
// today unknown
export const past = async (event) => { if (isPast(new Date(event.at))) await put({ id: "past", at: 1 }); else await put({ id: "future" }); };

// safe: a function of the event
export const formatted = async (event) => { await put({ id: format(new Date(event.at), "yyyy") }); };

// unsafe: the present again
export const fromNow = async (event) => { await put({ id: moment(event.at).fromNow() }); };

// unsafe: the present again
export const relative = async (event) => { await put({ id: DateTime.fromISO(event.at).toRelative() }); };

// unsafe: formats the present where no date is given
export const formatsNow = async () => { await put({ id: new Intl.DateTimeFormat("en").format() }); };

// unsafe: each operation of a bulk write counts
export const bulkWrite = async (event) => {
  await users.bulkWrite([{ updateOne: { filter: { _id: event.id }, update: { $inc: { visits: 1 } } } }]);
};

// safe: each sets a field
export const bulkSet = async (event) => {
  await users.bulkWrite([{ updateOne: { filter: { _id: event.id }, update: { $set: { name: event.name } } } }]);
};

// unsafe: the callback runs
export const withTransaction = async (event) => {
  const session = client.startSession();
  await session.withTransaction(async () => {
    await users.updateOne({ _id: event.id }, { $inc: { visits: 1 } }, { session });
  });
};

// unsafe: the attempt has written what the retry finds
export const ifNoneMatch = async (event) => {
  try {
    await objects.putObject({ Bucket, Key: event.key, Body: event.text, IfNoneMatch: "*" });
  } catch (error) {
    await post();
  }
};

// unsafe: the attempt has replaced what the retry expects
export const ifMatch = async (event) => {
  try {
    await objects.putObject({ Bucket, Key: event.key, Body: event.text, IfMatch: event.etag });
  } catch (error) {
    if (error.name === "PreconditionFailed") await post();
  }
};

// unsafe: the retry copies what the attempt wrote
export const copied = async (event) => {
  await objects.copyObject({ Bucket, Key: "old", CopySource: `${Bucket}/current` });
  await objects.putObject({ Bucket, Key: "current", Body: event.text });
};

// unsafe: metadata belongs to an object
export const metadataChanges = async (event) => {
  await objects.putObject({ Bucket, Key: event.key, Body: event.text, Metadata: { by: randomUUID() } });
  const { Metadata } = await objects.headObject({ Bucket, Key: event.key });
  await publish(Metadata.by);
};

// unsafe: the retry finds the tag of the attempt
export const tagged = async (event) => {
  const { TagSet } = await objects.getObjectTagging({ Bucket, Key: event.key });
  if (TagSet.length > 0) await post();
  await objects.putObjectTagging({ Bucket, Key: event.key, Tagging: { TagSet: [{ Key: "done", Value: "yes" }] } });
};

// unsafe: a setter runs where its object is given fields
// today unknown
export const assigned = async (event) => {
  const target = {
    set order(value) {
      this.sent = publish(value);
    },
  };
  Object.assign(target, { order: event.order });
  await target.sent;
};

// unsafe: the socket calls what it was given
// today unknown
export const socketOpens = async (event) => {
  const socket = new WebSocket("wss://example.com");
  socket.onopen = () => publish(event.order);
};

// unsafe: what is written to a file is what is read from it
// today unknown
export const fileRoundTrip = async () => {
  writeFileSync("/tmp/id", randomUUID());
  await put({ id: readFileSync("/tmp/id", "utf8") });
};

// safe: written and read, and the same every time
export const fileOfInput = async (event) => {
  writeFileSync("/tmp/text", event.text);
  await put({ id: readFileSync("/tmp/text", "utf8") });
};

// unsafe: a hash has taken in what is new
export const filledHash = async () => {
  const hash = crypto.createHash("sha256");
  hash.update(randomUUID());
  await put({ id: hash.digest("hex") });
};

// safe: a hash of the input
export const hashOfInput = async (event) => {
  const hash = crypto.createHash("sha256");
  hash.update(event.text);
  await put({ id: hash.digest("hex") });
};

// unsafe: an address with something new in it
export const filledAddress = async () => {
  const address = new URL("https://example.com/");
  address.searchParams.set("id", randomUUID());
  await put({ id: address.toString() });
};

// unsafe: a part of an address
export const changedAddress = async () => {
  const address = new URL("https://example.com/");
  address.pathname = randomUUID();
  await put({ id: address.href });
};

// unsafe: a hash has taken in what a function with statements of its own makes
export const filledByFunction = async () => {
  const make = () => {
    console.log("made");
    return randomUUID();
  };
  const hash = crypto.createHash("sha256");
  hash.update(make());
  await put({ id: hash.digest("hex") });
};

// unsafe: a query of the logs counts what the lost attempt has logged
// today unknown
export const countedLogs = async () => {
  await logs.send(new PutLogEventsCommand({ logGroupName: "g", logStreamName: "s", logEvents: [] }));
  const { statistics } = await logs.send(new GetQueryResultsCommand({ queryId: "q" }));
  await put({ id: String(statistics.recordsMatched) });
};

// safe: nobody looks at the metric
export const countedUnseen = async (event) => {
  await metrics.send(new PutMetricDataCommand({ Namespace: "n", MetricData: [] }));
  await put({ id: event.id });
};

// unsafe: there may be no such user
// today unknown
export const missingUser = async (event) => {
  try {
    await oldPeople.adminGetUser({ UserPoolId: "p", Username: event.name }).promise();
  } catch (error) {
    if (error.code !== "UserNotFoundException") throw error;
    await publish(event.name);
  }
};

// unsafe: the same by the class of the error
// today unknown
export const missingUserByClass = async (event) => {
  try {
    await people.adminGetUser({ UserPoolId: "p", Username: event.name });
  } catch (error) {
    if (error instanceof UserNotFoundException) await publish(event.name);
  }
};

// unsafe: whatever the reason
export const missingParameter = async (event) => {
  await parameters.getParameter({ Name: event.name }).catch(() => publish(event.name));
};

// unsafe: the same by a callback
export const missingToCallback = (event, context, callback) => {
  oldPeople.adminGetUser({ UserPoolId: "p", Username: event.name }, (error) => {
    if (error) topics.publish({ TopicArn: "news", Message: "m" }).then(() => callback(null, "told"));
    else callback(null, "known");
  });
};

// unsafe: one of several
export const missingAmongOthers = async (event) => {
  const [found] = await Promise.allSettled([parameters.getParameter({ Name: event.name })]);
  if (found.status === "rejected") await publish(event.name);
};

// safe: where there is no such user, there is none on the retry
export const missingAnswered = async (event) => {
  try {
    const found = await people.adminGetUser({ UserPoolId: "p", Username: event.name });
    await put({ id: event.id, mail: found.Username });
  } catch (error) {
    if (error.name === "UserNotFoundException") return { statusCode: 404 };
    throw error;
  }
};

// safe: a parameter that is missing ends the function
export const missingEnds = async (event) => {
  const { Parameter } = await parameters.getParameter({ Name: "text" });
  await put({ id: event.id, text: Parameter.Value });
};

// unsafe: without the header there is no key
export const keyMayBeMissing = async (event) => {
  await fetch("https://example.com", {
    method: "POST",
    headers: { "Idempotency-Key": event.headers?.["idempotency-key"] },
  });
};

// unsafe: neither spelling may be there
export const tokenInTwoSpellings = async (event) => {
  const ClientRequestToken = event.headers["Idempotency-Key"] || event.headers["idempotency-key"];
  const Update = {
    TableName,
    Key: { id: "n" },
    UpdateExpression: "ADD n :n",
    ExpressionAttributeValues: { ":n": 1 },
  };
  await db.transactWrite({ ClientRequestToken, TransactItems: [{ Update }] });
};

// unsafe: a name that may be missing
export const nameMayBeMissing = async (event) => {
  const name = event.queryStringParameters?.name;
  await machines.startExecution({ stateMachineArn: "a", name, input: "{}" });
};

// safe: a name that is there
export const nameIsThere = async (event) => {
  await machines.startExecution({ stateMachineArn: "a", name: event.id, input: "{}" });
};

// unsafe: another input under the same name is refused
export const nameOfAnotherInput = async (event) => {
  await machines.startExecution({ stateMachineArn: "a", name: event.id, input: `${Date.now()}` });
};

// safe: a name that is there, or another one
export const oneOfTwoNames = async (event) => {
  const name = event.name || event.order.id;
  await machines.startExecution({ stateMachineArn: "a", name, input: "{}" });
};

// unsafe: an execution goes on by itself
// today unknown
export const executionGoesOn = async (event) => {
  const { status } = await machines.describeExecution({ executionArn: event.arn });
  await put({ id: status === "SUCCEEDED" ? event.id : `${event.id}-pending` });
};

// unsafe: every answer has an identity
// today unknown
export const identityOfAnswer = async () => {
  const answer = await parameters.getParameter({ Name: "n" });
  await put({ id: answer.$metadata.requestId });
};

// unsafe: compared with now
// today unknown
export const comparedWithNow = async (event) => {
  await put({ id: moment(event.expires).isAfter() ? "a" : "b" });
};

// safe: compared with another time
export const comparedWithTime = async (event) => {
  await put({ id: moment(event.expires).isAfter("2024-01-01") ? "a" : "b" });
};

// unsafe: the rest is that of today
export const hourOfToday = async () => {
  await put({ id: moment({ hour: 1 }).toISOString() });
};

// unsafe: settings are no time
export const settingsOnly = async () => {
  await put({ id: DateTime.local({ zone: "Europe/Paris" }).toISO() });
};

// unsafe: drawn in a chain
export const drawnInChain = async () => {
  await put({ id: _(["a", "b"]).shuffle().head() });
};

// unsafe: what a program tells
export const programTells = async () => {
  await put({ id: execSync("uuidgen").toString() });
};

// unsafe: the client was made to post
export const madeToPost = async (event) => {
  const shop = axios.create({ baseURL: "https://example.com", method: "post" });
  await shop({ url: "/pay", data: event });
};

// unsafe: all clients are set up to post
export const defaultMethod = async (event) => {
  axios.defaults.method = "post";
  await axios("https://example.com/pay", { data: event });
};

// unsafe: so is this one, after it was made
export const defaultMethodLater = async (event) => {
  const shop = axios.create({ baseURL: "https://example.com" });
  shop.defaults.method = "post";
  await shop({ url: "/pay", data: event });
};

// safe: the address of all requests is set, and they read
export const defaultAddress = async (event) => {
  const shop = axios.create();
  shop.defaults.baseURL = "https://example.com";
  shop.defaults.headers.common["Authorization"] = event.token;
  await shop.get("/orders");
};

// unsafe: what intercepts requests makes a POST of them
// today unknown
export const intercepted = async (event) => {
  const shop = axios.create({ baseURL: "https://example.com" });
  shop.interceptors.request.use((request) => ({ ...request, method: "post" }));
  await shop.get("/pay");
};

// unsafe: what intercepts answers counts
// today unknown
export const interceptedAnswer = async (event) => {
  const shop = axios.create({ baseURL: "https://example.com" });
  shop.interceptors.response.use((response) => post().then(() => response));
  await shop.get("/orders");
};

// unsafe: Node takes what was added to an address for options
export const extendedAddress = async (event) => {
  const address = new URL("https://example.com/pay");
  address.method = "POST";
  await new Promise((resolve) => https.request(address, resolve).end());
};

// safe: an address that reads
export const plainAddress = async (event) => {
  const address = new URL("https://example.com/orders");
  address.searchParams.set("id", event.id);
  await new Promise((resolve) => https.request(address, resolve).end());
};

// unsafe: options that are changed before they are used
export const optionsChanged = async (event) => {
  const options = { hostname: "example.com", path: "/pay" };
  Object.assign(options, { method: "POST" });
  await new Promise((resolve) => https.request(options, resolve).end());
};

// unsafe: a request that was made to post
export const requestMade = async (event) => {
  await fetch(new Request("https://example.com/pay", { method: "POST", body: event.body }));
};

// unsafe: made of another request
export const requestOfRequest = async (event) => {
  const template = new Request("https://example.com/pay", { method: "POST", body: event.body });
  await fetch(new Request(template));
};

// unsafe: sent with other options
export const requestSentOtherwise = async (event) => {
  await fetch(new Request("https://example.com/pay"), { method: "POST", body: event.body });
};

// unsafe: a request with a method that is set afterwards
// today unknown
export const requestOptionsLater = async (event) => {
  const options = {};
  const later = { get method() { return "POST"; } };
  Object.defineProperties(options, Object.getOwnPropertyDescriptors(later));
  await fetch("https://example.com/pay", options);
};

// unsafe: hooks of the client post
// today unknown
export const clientHooks = async (event) => {
  const shop = got.extend({ hooks: { beforeRequest: [(options) => { options.method = "POST"; }] } });
  await shop("https://example.com/pay");
};

// unsafe: the address is a configuration
export const addressOfConfiguration = async (event) => {
  const configuration = { url: "https://example.com/pay" };
  configuration["meth" + "od"] = "POST";
  await axios(configuration);
};

const verified = (token) => {
  try {
    jwt.verify(token, "key");
    return true;
  } catch {
    return false;
  }
};

// unsafe: what the package refuses is told
// today unknown
export const refusedByPackage = async (event) => {
  if (!verified(event.token)) {
    await publish(event.token);
  }
};

// unsafe: what the language refuses is told
// today unknown
export const refusedByLanguage = async (event) => {
  let address = null;
  try {
    address = new URL(event.address);
  } catch {
    // It stays null.
  }
  if (address === null) await publish(event.address);
};

// unsafe: a link says until when it is valid
export const signedLink = async (event) => {
  const link = oldObjects.getSignedUrl("getObject", { Bucket, Key: event.key });
  await put({ id: link });
};

// unsafe: the same by a promise
export const signedLinkPromised = async (event) => {
  const link = await oldObjects.getSignedUrlPromise("putObject", { Bucket, Key: event.key });
  await put({ id: link });
};

// unsafe: a request that is not sent but signed
export const signedRequest = async (event) => {
  await put({ id: oldObjects.getObject({ Bucket, Key: event.key }).presign(60) });
};

// unsafe: a form that is signed
export const signedForm = async (event) => {
  const { fields } = oldObjects.createPresignedPost({ Bucket, Fields: { key: event.key } });
  await put({ id: fields.Policy });
};

// unsafe: by a callback
export const signedLinkToCallback = (event, context, callback) => {
  oldObjects.getSignedUrl("getObject", { Bucket, Key: event.key }, (error, link) => {
    oldItems.put({ TableName, Item: { id: link } }, callback);
  });
};

// unsafe: encrypted with chance, by a module of the package
export const encryptedByModule = async (event) => {
  await put({ id: AES.encrypt(event.text, "key").toString() });
};

// unsafe: a copy may be refused
export const copyRefused = async (event) => {
  try {
    await objects.copyObject({ Bucket, CopySource: `${Bucket}/a`, Key: event.key, CopySourceIfMatch: event.tag });
  } catch (error) {
    if (error.name !== "PreconditionFailed") throw error;
    await post();
  }
};
