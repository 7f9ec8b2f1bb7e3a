import { createClient } from "redis";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
let redis;

async function cache() {
  if (!redis) {
    redis = createClient({ url: process.env.REDIS_URL });
    redis.on("error", (err) => console.error("redis", err));
    await redis.connect();
  }
  return redis;
}

export const handler = async (event) => {
  const { productId } = event.pathParameters;
  const r = await cache();
  const hit = await r.get(`product:${productId}`);
  if (hit) {
    return { statusCode: 200, body: hit };
  }
  const { Item } = await ddb.send(
    new GetCommand({ TableName: process.env.PRODUCTS_TABLE, Key: { productId } }),
  );
  if (!Item) return { statusCode: 404, body: "" };
  const body = JSON.stringify({ id: Item.productId, title: Item.title, price: Item.price });
  await r.set(`product:${productId}`, body, { EX: 300 });
  return { statusCode: 200, body };
};
