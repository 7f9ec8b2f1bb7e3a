// Packages that compute, in everyday use: validators, dates, identifiers, parsers, loggers.
// Each handler has one effect or write beside them, so that the verdict says something.

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs";
import Ajv from "ajv";
import bcrypt from "bcryptjs";
import bunyan from "bunyan";
import { plainToInstance } from "class-transformer";
import { validate as validateClass, validateOrReject } from "class-validator";
import { parse as parseCsv } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { addDays, format, formatISO, parseISO } from "date-fns";
import dayjs from "dayjs";
import utc from "dayjs/plugin/utc";
import { XMLBuilder, XMLParser } from "fast-xml-parser";
import Handlebars from "handlebars";
import Joi from "joi";
import jwt from "jsonwebtoken";
import { jwtVerify } from "jose";
import _ from "lodash";
import groupBy from "lodash/groupBy.js";
import { DateTime } from "luxon";
import moment from "moment";
import { nanoid } from "nanoid";
import Papa from "papaparse";
import pino from "pino";
import * as R from "ramda";
import sharp from "sharp";
import { ulid } from "ulid";
import { v4 as uuid, v5 as uuidOf } from "uuid";
import winston from "winston";
import * as yup from "yup";
import { z } from "zod";
import yaml from "js-yaml";
import qs from "qs";
import Decimal from "decimal.js";
import BigNumber from "bignumber.js";
import createError from "http-errors";
import sanitizeHtml from "sanitize-html";
import validator from "validator";
import slugify from "slugify";
import { marked } from "marked";
import mime from "mime-types";
import pMap from "p-map";
import pLimit from "p-limit";
import { Logger } from "@aws-lambda-powertools/logger";
import { Tracer } from "@aws-lambda-powertools/tracer";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { parse as parseEvent } from "@aws-lambda-powertools/parser";
import * as Sentry from "@sentry/aws-serverless";

dayjs.extend(utc);

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const s3 = new S3Client({});
const sqs = new SQSClient({});
const TableName = "things";
const put = (Item) => db.send(new PutCommand({ TableName, Item }));

const schema = z.object({ id: z.string().uuid(), name: z.string().min(1), age: z.number().optional() });

// safe: the item is what the input says
export const zodParse = async (event) => {
  const { id, name } = schema.parse(JSON.parse(event.body));
  await put({ id, name });
};

// safe: the item is what the input says
export const zodSafeParse = async (event) => {
  const result = schema.safeParse(JSON.parse(event.body));
  if (!result.success) return { statusCode: 400, body: JSON.stringify(result.error.issues) };
  await put({ id: result.data.id, name: result.data.name });
  return { statusCode: 200 };
};

const draft = z.object({
  id: z.string().default(() => uuid()),
  status: z.enum(["new", "old"]).default("new"),
  tags: z.array(z.string().max(20)).nonempty().optional(),
});

// unsafe: what comes without an identifier is given another one by each attempt
export const zodFreshDefault = async (event) => {
  await put(draft.parse(JSON.parse(event.body)));
};

// safe: the default is a constant
export const zodConstantDefault = async (event) => {
  const { status } = draft.parse(JSON.parse(event.body));
  await put({ id: event.id, status });
};

// unsafe: who sends no name gets an answer that counts
// today unknown: what a schema finds fault with is not computed
export const zodRefused = async (event) => {
  try {
    await put({ ...schema.parse(JSON.parse(event.body)), id: event.id });
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    await put({ id: uuid(), issues: error.issues.length });
  }
};

const joiSchema = Joi.object({ id: Joi.string().required(), amount: Joi.number().positive() });

// safe: the item is what the input says
export const joiValidate = async (event) => {
  const { error, value } = joiSchema.validate(JSON.parse(event.body));
  if (error) return { statusCode: 400, body: error.message };
  await put({ id: value.id, amount: value.amount });
  return { statusCode: 200 };
};

const ajv = new Ajv();
const isOrder = ajv.compile({ type: "object", required: ["id"] });

// safe: the item is what the input says
export const ajvValidate = async (event) => {
  const order = JSON.parse(event.body);
  if (!isOrder(order)) return { statusCode: 400, body: JSON.stringify(isOrder.errors) };
  await put({ id: order.id });
  return { statusCode: 200 };
};

const yupSchema = yup.object({ id: yup.string().required(), email: yup.string().email() });

// safe: the item is what the input says
export const yupValidate = async (event) => {
  const value = await yupSchema.validate(JSON.parse(event.body), { abortEarly: false });
  await put({ id: value.id, email: value.email });
};

class Order {}

// safe: the item is what the input says
export const classValidator = async (event) => {
  const order = plainToInstance(Order, JSON.parse(event.body));
  await validateOrReject(order);
  await put({ id: order.id });
};

// safe: the item is what the input says
export const classValidatorErrors = async (event) => {
  const order = plainToInstance(Order, JSON.parse(event.body));
  const errors = await validateClass(order);
  if (errors.length > 0) return { statusCode: 400 };
  await put({ id: order.id });
  return { statusCode: 200 };
};

// unsafe: every attempt draws a key
export const uuidKey = async (event) => { await put({ id: uuid(), name: event.name }); };

// safe: the key is a function of the name
export const uuidOfName = async (event) => {
  await put({ id: uuidOf(event.name, "1b671a64-40d5-491e-99b0-da01ff1f3341"), name: event.name });
};

// unsafe: every attempt draws a key
export const nanoidKey = async (event) => { await put({ id: nanoid(), name: event.name }); };

// unsafe: every attempt draws a key
export const ulidKey = async (event) => { await put({ id: ulid(), name: event.name }); };

// unsafe: every attempt writes under its own time
export const dayjsNow = async (event) => { await put({ id: dayjs().format("YYYY-MM-DD HH:mm:ss"), name: event.name }); };

// safe: times of the event
export const dayjsOfEvent = async (event) => {
  await put({ id: event.id, until: dayjs.utc(event.from).add(event.days, "day").toISOString() });
};

// unsafe: every attempt writes under its own time
export const momentNow = async (event) => { await put({ id: moment().toISOString(), name: event.name }); };

// safe: times of the event
export const momentOfEvent = async (event) => {
  await put({ id: event.id, month: moment.utc(event.at).startOf("month").format("YYYY-MM") });
};

// unsafe: every attempt writes under its own time
export const luxonNow = async (event) => { await put({ id: DateTime.utc().toISO(), name: event.name }); };

// safe: times of the event
// today unknown
export const luxonOfEvent = async (event) => {
  await put({ id: event.id, week: DateTime.fromISO(event.at, { zone: "utc" }).weekNumber });
};

// safe: times of the event
export const dateFnsOfEvent = async (event) => {
  const until = addDays(parseISO(event.at), 30);
  await put({ id: event.id, until: formatISO(until), day: format(until, "yyyy-MM-dd") });
};

// safe: a function of the input
export const lodashShapes = async (event) => {
  const names = _.uniq(_.map(event.people, "name"));
  const byTeam = groupBy(event.people, "team");
  await put({ id: event.id, ..._.pick(event, ["title", "text"]), names, teams: _.keys(byTeam) });
};

// safe: reads and a function of them
export const lodashGet = async (event) => {
  const id = _.get(event, "pathParameters.id");
  const { Item } = await db.send(new GetCommand({ TableName, Key: { id } }));
  return _.omit(Item, ["secret"]);
};

// safe: a function of the input
export const ramdaShapes = async (event) => {
  await put({ id: event.id, ...R.pick(["title"], event), size: R.length(event.items) });
};

// safe: what the token says
export const jwtVerified = async (event) => {
  const claims = jwt.verify(event.headers.authorization, process.env.SECRET);
  await put({ id: claims.sub, email: claims.email });
};

// unsafe: an administrator's message is sent twice
export const jwtAdministrator = async (event) => {
  const [, token] = event.headers.Authorization.split(" ");
  const { sub, role } = jwt.decode(token);
  if (role !== "administrator") return { statusCode: 403 };
  await sqs.send(new SendMessageCommand({ QueueUrl: "news", MessageBody: `by ${sub}` }));
};

// unsafe: the owner's message is sent twice
export const jwtOwner = async (event) => {
  if (!event.headers.authorization.startsWith("Bearer ")) return { statusCode: 401 };
  const claims = jwt.verify(event.headers.authorization.slice(7), process.env.SECRET);
  const { Item } = await db.send(new GetCommand({ TableName, Key: { id: event.id } }));
  if (Item?.owner !== claims.sub) return { statusCode: 403 };
  await sqs.send(new SendMessageCommand({ QueueUrl: "news", MessageBody: Item.text }));
};

// safe: nobody is let in without a token, and nothing is done before
export const jwtMissing = async (event) => {
  if (jwt.decode("no token") !== null) {
    await sqs.send(new SendMessageCommand({ QueueUrl: "news", MessageBody: "in" }));
  }
};

// safe: a token has the time of the attempt, but the client gets one answer
export const jwtSigned = async (event) => {
  return { body: jwt.sign({ sub: event.id }, process.env.SECRET, { expiresIn: "1h" }) };
};

// safe: what the token says
export const joseVerified = async (event) => {
  const { payload } = await jwtVerify(event.token, new TextEncoder().encode(process.env.SECRET));
  await put({ id: payload.sub });
};

// unsafe: the hash has new salt, and the item stands under it
export const bcryptHash = async (event) => { await put({ id: await bcrypt.hash(event.password, 10) }); };

// safe: only compares
export const bcryptCompare = async (event) => {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { id: event.id } }));
  return (await bcrypt.compare(event.password, Item.hash)) ? 200 : 401;
};

// safe: rows of an object that nobody writes, under their own keys
export const csvOfObject = async (event) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: "in", Key: event.key }));
  for (const row of parseCsv(await Body.transformToString(), { columns: true })) {
    await put({ id: row.id, name: row.name });
  }
};

// unsafe: a message for every row is sent again
export const csvToQueue = async (event) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: "in", Key: event.key }));
  const rows = parseCsv(await Body.transformToString(), { columns: true });
  for (const row of rows) {
    await sqs.send(new SendMessageCommand({ QueueUrl: "q", MessageBody: JSON.stringify(row) }));
  }
};

// safe: rows of an object that nobody writes, under their own keys
export const papaOfObject = async (event) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: "in", Key: event.key }));
  const { data } = Papa.parse(await Body.transformToString(), { header: true });
  for (const row of data) await put({ id: row.id, name: row.name });
};

// safe: the same object again
export const csvWritten = async (event) => {
  const Body = stringify(event.rows, { header: true });
  await s3.send(new PutObjectCommand({ Bucket: "out", Key: `${event.id}.csv`, Body }));
};

// safe: a function of the text
export const xmlParsed = async (event) => {
  const { order } = new XMLParser({ ignoreAttributes: false }).parse(event.body);
  await put({ id: order.id, total: order.total });
};

// safe: the same object again
export const xmlBuilt = async (event) => {
  const Body = new XMLBuilder().build({ order: { id: event.id } });
  await s3.send(new PutObjectCommand({ Bucket: "out", Key: `${event.id}.xml`, Body }));
};

// safe: a function of the text
export const yamlParsed = async (event) => {
  const settings = yaml.load(event.body);
  await put({ id: settings.id, level: settings.level });
};

// safe: a function of the text
export const formParsed = async (event) => {
  const form = qs.parse(event.body);
  await put({ id: form.id, name: form.name });
};

const page = Handlebars.compile("<h1>{{title}}</h1>");

// safe: the same object again
export const templated = async (event) => {
  const Body = page({ title: event.title });
  await s3.send(new PutObjectCommand({ Bucket: "out", Key: `${event.id}.html`, Body }));
};

// safe: the same object again
export const resized = async (event) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: "in", Key: event.key }));
  const image = await Body.transformToByteArray();
  const small = await sharp(image).resize(200, 200, { fit: "inside" }).jpeg({ quality: 80 }).toBuffer();
  await s3.send(new PutObjectCommand({ Bucket: "out", Key: event.key, Body: small }));
};

// safe: a function of the input
export const decimals = async (event) => {
  const total = new Decimal(event.price).times(event.count).toFixed(2);
  await put({ id: event.id, total });
};

// safe: a function of the input
export const bigNumbers = async (event) => {
  await put({ id: event.id, total: new BigNumber(event.price).plus(event.tax).toString() });
};

// safe: an error for the input is the same again
export const httpError = async (event) => {
  if (!event.id) throw new createError.BadRequest("no id");
  await put({ id: event.id });
};

// safe: functions of the input
export const cleaned = async (event) => {
  if (!validator.isEmail(event.email)) return 400;
  await put({
    id: slugify(event.title, { lower: true }),
    html: sanitizeHtml(marked.parse(event.text)),
    type: mime.lookup(event.file),
  });
  return 200;
};

const log = pino();
const old = bunyan.createLogger({ name: "things" });
const classic = winston.createLogger({ level: "info", transports: [new winston.transports.Console()] });
const logger = new Logger({ serviceName: "things" });
const tracer = new Tracer({ serviceName: "things" });
const metrics = new Metrics({ namespace: "things" });

// safe: nobody sees what is logged
export const logged = async (event, context) => {
  log.child({ id: event.id }).info({ event }, "stored");
  old.info({ id: event.id }, "stored");
  classic.info("stored", { id: event.id });
  logger.addContext(context);
  logger.info("stored", { id: event.id });
  metrics.addMetric("stored", MetricUnit.Count, 1);
  tracer.putAnnotation("id", event.id);
  await put({ id: event.id });
  metrics.publishStoredMetrics();
};

// safe: nobody sees what is reported
export const reported = Sentry.wrapHandler(async (event) => {
  try {
    await put({ id: event.id });
  } catch (error) {
    Sentry.captureException(error);
    throw error;
  }
});

// safe: the item is what the input says
export const powertoolsParsed = async (event) => {
  const order = schema.parse(event.detail);
  await put({ id: order.id, name: order.name });
};

// safe: the same items again, in any order
export const mapped = async (event) => {
  await pMap(event.items, async (item) => put({ id: item.id, name: item.name }), { concurrency: 5 });
};

const limit = pLimit(5);

// safe: the same items again, in any order
export const limited = async (event) => {
  await Promise.all(event.items.map((item) => limit(() => put({ id: item.id, name: item.name }))));
};

// unsafe: every message again
export const mappedMessages = async (event) => {
  await pMap(event.items, (item) =>
    sqs.send(new SendMessageCommand({ QueueUrl: "q", MessageBody: item.id })));
};

const dated = z.object({ id: z.string(), on: z.string().refine((on) => !isNaN(Date.parse(on)), "a date") });

// safe: a check that only computes
export const zodRefine = async (event) => {
  const order = dated.parse(event.order);
  await put({ id: order.id, on: order.on });
};

const priced = z.object({ id: z.string(), price: z.string().transform((price) => Number(price) * 100) });

// safe: what is made of a value only computes
export const zodTransform = async (event) => {
  const order = priced.parse(event.order);
  await put({ id: order.id, price: order.price });
};

// unsafe: another time on the retry
// today unknown
export const zodTransformClock = async (event) => {
  const stamped = z.object({ id: z.string(), on: z.string().transform((on) => `${on} ${Date.now()}`) });
  const { id, on } = stamped.parse(event.order);
  await sqs.send(new SendMessageCommand({ QueueUrl: "q", MessageBody: `${id} ${on}` }));
};
