// Frameworks of routes and of middleware, in everyday use.

import Koa from "koa";
import Router from "@koa/router";
import bodyParser from "koa-bodyparser";
import express from "express";
import Fastify from "fastify";
import awsLambdaFastify from "@fastify/aws-lambda";
import serverless from "serverless-http";
import serverlessExpress from "@codegenie/serverless-express";
import cors from "cors";
import helmet from "helmet";
import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import httpCors from "@middy/http-cors";
import validator from "@middy/validator";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { injectLambdaContext } from "@aws-lambda-powertools/logger/middleware";
import { Logger } from "@aws-lambda-powertools/logger";
import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import { makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "things";
const get = async (id) => (await db.send(new GetCommand({ TableName, Key: { id } }))).Item;
const put = (Item) => db.send(new PutCommand({ TableName, Item }));
const count = (id) => db.send(new UpdateCommand({
  TableName,
  Key: { id },
  UpdateExpression: "ADD hits :one",
  ExpressionAttributeValues: { ":one": 1 },
}));

const koaReads = new Koa();
const readRouter = new Router({ prefix: "/articles" });
readRouter.get("/:id", async (ctx) => {
  const article = await get(ctx.params.id);
  if (!article) ctx.throw(404, "no such article");
  ctx.body = article;
});
koaReads.use(bodyParser()).use(readRouter.routes()).use(readRouter.allowedMethods());

// safe: it only looks
export const koaRead = serverless(koaReads);

const koaWrites = new Koa();
const writeRouter = new Router();
writeRouter.post("/articles/:id/hits", async (ctx) => {
  await count(ctx.params.id);
  ctx.status = 204;
});
koaWrites.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.status = error.status ?? 500;
    ctx.body = { message: error.message };
  }
});
koaWrites.use(writeRouter.routes());

// unsafe: counts again
export const koaWrite = serverless(koaWrites);

const fastifyReads = Fastify({ logger: true });
fastifyReads.get("/things/:id", async (request, reply) => {
  const thing = await get(request.params.id);
  if (!thing) return reply.code(404).send({ message: "not found" });
  return thing;
});

// safe: it only looks
export const fastifyRead = awsLambdaFastify(fastifyReads);

const fastifyWrites = Fastify();
fastifyWrites.post("/things", async (request, reply) => {
  await count(request.body.id);
  reply.code(201).send({ ok: true });
});
fastifyWrites.put("/things/:id", async (request) => {
  await put({ id: request.params.id, name: request.body.name });
  return { ok: true };
});

// unsafe: counts again
export const fastifyWrite = awsLambdaFastify(fastifyWrites);

const expressApp = express();
expressApp.use(express.json());
expressApp.use(cors());
expressApp.use(helmet());
expressApp.get("/things/:id", async (req, res, next) => {
  try {
    res.json(await get(req.params.id));
  } catch (error) {
    next(error);
  }
});
const router = express.Router();
router.put("/:id", async (req, res) => {
  await put({ id: req.params.id, name: req.body.name });
  res.status(204).end();
});
expressApp.use("/things", router);

// safe: sets the same again and looks
export const expressPut = serverlessExpress({ app: expressApp });

// safe: sets the same again
export const middyPut = middy(async (event) => {
  await put({ id: event.body.id, name: event.body.name });
  return { statusCode: 200 };
}).use(httpJsonBodyParser()).use(httpCors()).use(httpErrorHandler());

// unsafe: counts again
export const middyCount = middy()
  .use(injectLambdaContext(new Logger()))
  .use(validator({ eventSchema: () => true }))
  .handler(async (event) => { await count(event.id); });

const processor = new BatchProcessor(EventType.SQS);

// unsafe: counts again
export const batchCount = async (event, context) =>
  processPartialResponse(event, async (record) => { await count(JSON.parse(record.body).id); }, processor, { context });

const persistenceStore = new DynamoDBPersistenceLayer({ tableName: "idempotency" });

// unsafe: a crash comes before the record that it is done
export const idempotentCount = makeIdempotent(async (event) => { await count(event.id); return 1; }, { persistenceStore });

const expressKeeping = (key) => {
  const app = express();
  app.post("/things", async (req, res) => {
    await put({ id: key(req) });
    res.status(204).end();
  });
  return serverless(app);
};

// safe: what the client sends
export const expressKeepsBody = expressKeeping((req) => req.body.id);

// safe: a header of the client
export const expressKeepsHeader = expressKeeping((req) => req.get("Idempotency-Key"));

// safe: the same in another spelling
export const expressKeepsOtherHeader = expressKeeping((req) => req.header("idempotency-key"));

// unsafe: the client may come another way
// today unknown
export const expressKeepsIp = expressKeeping((req) => req.ip);

// unsafe: the gateway gives each request another one
export const expressKeepsTrace = expressKeeping((req) => req.get("X-Amzn-Trace-Id"));

// unsafe: the event of the gateway has an identifier
export const expressKeepsEvent = expressKeeping((req) => req.apiGateway.event.requestContext.requestId);

// unsafe: counts, if there is an address
export const expressCountsByIp = (() => {
  const app = express();
  app.post("/things", async (req, res) => {
    if (req.ip) await count(req.body.id);
    res.end();
  });
  return serverless(app);
})();

const koaKeeping = (key) => {
  const app = new Koa();
  app.use(bodyParser());
  app.use(async (ctx) => {
    await put({ id: key(ctx) });
    ctx.status = 204;
  });
  return serverless(app);
};

// safe: what the client sends
export const koaKeepsBody = koaKeeping((ctx) => ctx.request.body.id);

// unsafe: the client may come another way
// today unknown
export const koaKeepsIp = koaKeeping((ctx) => ctx.ip);

// unsafe: the same by the request
// today unknown
export const koaKeepsIpOfRequest = koaKeeping((ctx) => ctx.request.ip);

const fastifyKeeping = (key) => {
  const app = Fastify();
  app.post("/things", async (request) => {
    await put({ id: key(request) });
    return { ok: true };
  });
  return awsLambdaFastify(app);
};

// safe: what the client sends
export const fastifyKeepsBody = fastifyKeeping((request) => request.body.id);

// unsafe: the client may come another way
// today unknown
export const fastifyKeepsIp = fastifyKeeping((request) => request.ip);

// unsafe: counted by the process
// today unknown
export const fastifyKeepsId = fastifyKeeping((request) => request.id);
