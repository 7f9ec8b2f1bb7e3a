const Koa = require("koa");
const Router = require("@koa/router");
const serverless = require("serverless-http");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, ScanCommand } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CATALOGUE;

const router = new Router();

router.get("/articles", async (ctx) => {
  const { Items } = await db.send(new ScanCommand({ TableName, Limit: 100 }));
  ctx.body = Items;
});

router.get("/articles/:sku", async (ctx) => {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { sku: ctx.params.sku } }));
  if (!Item) ctx.throw(404, "no such article");
  ctx.body = Item;
});

const app = new Koa();
app.use(router.routes()).use(router.allowedMethods());

module.exports.handler = serverless(app);
