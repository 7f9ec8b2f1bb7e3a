const { createClient } = require("redis");

const client = createClient({ url: process.env.REDIS_URL });
let ready;

async function redis() {
  ready = ready || client.connect();
  await ready;
  return client;
}

exports.handler = async (event) => {
  const { userId, room, device, at } = JSON.parse(event.Records[0].Sns.Message);
  const cache = await redis();
  const key = `presence:${userId}`;

  await cache.hSet(key, { room, device, at: String(at) });
  await cache.expire(key, 3600);
  await cache.sAdd(`room:${room}`, userId);

  console.log("present", userId, room);
};
