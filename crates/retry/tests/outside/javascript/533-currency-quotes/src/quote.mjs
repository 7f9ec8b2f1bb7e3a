import axios from "axios";
import Redis from "ioredis";

const redis = new Redis({ host: process.env.REDIS_HOST, lazyConnect: true });

async function rate(from, to) {
  const key = `rate:${from}:${to}`;
  const cached = await redis.get(key);
  if (cached !== null) return Number(cached);

  const { data } = await axios.get(`${process.env.RATES_URL}/latest`, {
    params: { base: from, symbols: to },
  });
  // whoever stores a rate first decides what everybody is quoted
  await redis.set(key, String(data.rates[to]), "EX", 300, "NX");
  return Number(await redis.get(key));
}

export const handler = async (event) => {
  const { from, to } = event.pathParameters;
  const amount = Number(event.queryStringParameters?.amount ?? 1);
  const value = await rate(from.toUpperCase(), to.toUpperCase());
  return {
    statusCode: 200,
    body: JSON.stringify({ from, to, rate: value, total: amount * value }),
  };
};
