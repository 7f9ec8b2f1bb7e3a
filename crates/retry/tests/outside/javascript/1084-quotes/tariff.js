import Redis from "ioredis";
import { pool } from "./db.js";

const redis = new Redis(process.env.REDIS_URL);

export const handler = async (event) => {
  const { code } = event.pathParameters;
  const cached = await redis.get(`tariff:${code}`);
  if (cached !== null) return { statusCode: 200, body: JSON.stringify({ code, cents: parseInt(cached, 10) }) };
  const { rows } = await pool.query("SELECT cents FROM tariffs WHERE code = $1", [code]);
  if (rows.length === 0) return { statusCode: 404, body: JSON.stringify({ message: "unknown tariff" }) };
  await redis.set(`tariff:${code}`, String(rows[0].cents), "EX", 3600);
  return { statusCode: 200, body: JSON.stringify({ code, cents: rows[0].cents }) };
};
