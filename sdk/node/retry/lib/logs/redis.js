"use strict";

const { evaluate, seconds } = require("../redis");

const FIRST = `if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', ARGV[2]) then return ARGV[1] end
return redis.call('GET', KEYS[1])`;

const ACQUIRE = `local owner, till = unpack(redis.call('HMGET', KEYS[1], 'owner', 'until'))
if owner and tonumber(till) >= tonumber(ARGV[2]) then return false end
redis.call('HSETNX', KEYS[1], 'first', ARGV[2])
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'until', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return redis.call('HGET', KEYS[1], 'first')`;

const RELEASE = `if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then redis.call('HDEL', KEYS[1], 'owner') end
return 1`;

/** Rows as keys of Redis that expire. */
function redisLog(client) {
  const keyOf = ({ request, step }) => `aplomb_retry:${request}:${step}`;
  return {
    first: (row, text) => evaluate(client, FIRST, [keyOf(row)], [text, seconds(row)]),
    find: async (row) => (await client.get(keyOf(row))) ?? undefined,
    remove: (row) => client.del(keyOf(row)),
    async acquire(row, { owner, now, until }) {
      const first = await evaluate(client, ACQUIRE, [keyOf(row)], [owner, now, until, seconds(row)]);
      return first === null ? undefined : Number(first);
    },
    release: (row, owner) => evaluate(client, RELEASE, [keyOf(row)], [owner]),
  };
}

module.exports = { redisLog };
