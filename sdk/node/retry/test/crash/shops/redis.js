"use strict";
// A shop on Redis.

const { Redis } = require("ioredis");
const { chain, paid } = require("./history");

const START = 1_000_000;

async function open(url) {
  const redis = new Redis(url);
  await redis.mset("price", 10, "u0", START, "u1", START, "u2", START);
  return {
    others: () => redis.incr("price"),
    between: async () => {},
    async violations(answers) {
      const orders = Object.values(await redis.hgetall("orders")).map((text) => JSON.parse(text));
      const balance = async (user) => chain(START, Number(await redis.get(user)), orders.filter((order) => order.user === user));
      return [...paid(answers, orders, new Set()), ...(await Promise.all(["u0", "u1", "u2"].map(balance))).flat()];
    },
    close: () => redis.quit(),
  };
}

module.exports = { open, server: "redis" };
