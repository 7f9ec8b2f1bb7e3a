import Redis from "ioredis";
import pg from "pg";

const redis = new Redis(process.env.REDIS_URL);
const pool = new pg.Pool({ max: 2 });
const TTL = 300;

const headers = { "content-type": "application/json", "cache-control": "public, max-age=60" };

async function load(sku) {
  const { rows } = await pool.query("SELECT sku, name, price_cents, currency FROM products WHERE sku = $1", [sku]);
  return rows[0];
}

export const handler = async (event) => {
  const { sku } = event.pathParameters;
  const cacheKey = `product:${sku}`;

  const cached = await redis.get(cacheKey);
  if (cached) return { statusCode: 200, headers, body: cached };

  const product = await load(sku);
  if (!product) return { statusCode: 404, headers, body: JSON.stringify({ message: "not found" }) };

  const body = JSON.stringify(product);
  await redis.set(cacheKey, body, "EX", TTL);
  return { statusCode: 200, headers, body };
};
