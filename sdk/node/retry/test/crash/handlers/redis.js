"use strict";
// An order in Redis: a balance, and a record.

const { randomUUID } = require("node:crypto");
const { Redis } = require("ioredis");
const { derivedUuid, keep, logs, once, retrySafe } = require("../../..");

module.exports = async (url) => {
  const redis = new Redis(url, { maxRetriesPerRequest: 0 });
  await redis.ping();

  const order = (steps) => async ({ request, user }) => {
    const id = steps.id();
    const price = await steps.price();
    const balance = await steps.pay(user, price);
    await redis.hset("orders", id, JSON.stringify({ id, request, user, price, balance }));
    return { id, price, balance };
  };
  const price = async () => Number(await redis.get("price"));
  return {
    raw: order({ id: randomUUID, price, pay: (user, amount) => redis.decrby(user, amount) }),
    selective: retrySafe(
      (event) => event.request,
      order({
        id: () => derivedUuid("order.id"),
        price: () => keep("order.price", price),
        pay: (user, amount) => once("order.pay", redis, "decrby", user, amount),
      }),
      { log: logs.redis(redis) },
    ),
  };
};
