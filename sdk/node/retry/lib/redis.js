"use strict";
// Commands of Redis that happen once: row and command in one script. The row's name
// has the hash tag of the command's key, so that a cluster keeps them together.
// What Redis acknowledges it can lose in a crash of its own, unless it is set up
// to write every command to disk.

const { RetryError } = require("./errors");

const SCRIPT = `local known = redis.call('GET', KEYS[1])
if known then return known end
local reply = redis.call(unpack(ARGV, 2))
local text = cjson.encode({reply = reply})
redis.call('SET', KEYS[1], text, 'EX', ARGV[1])
return text`;

const recognises = ([client, call]) => typeof client?.eval === "function" && typeof call === "string";

async function once(_attempt, row, [client, command, ...args]) {
  if (args.length === 0 || !args.every((part) => ["string", "number"].includes(typeof part) || Buffer.isBuffer(part))) {
    throw new RetryError("NOT_SUPPORTED", "once() supports commands of Redis on a key, whose arguments are strings and numbers");
  }
  const key = String(args[0]);
  const tag = /\{([^}]+)\}/.exec(key)?.[1] ?? key;
  const keys = [`aplomb_retry:{${tag}}:${row.request}:${row.step}`, key];
  const text = await evaluate(client, SCRIPT, keys, [seconds(row), command.toUpperCase(), ...args]);
  const { reply } = JSON.parse(text);
  if (reply === false) return null;
  return reply?.ok ?? reply;
}

const seconds = ({ ttl }) => Math.max(1, ttl - Math.floor(Date.now() / 1000));

/** Runs a script by ioredis (arguments in a row) or node-redis (in an object). */
function evaluate(client, script, keys, args) {
  const texts = args.map((part) => (Buffer.isBuffer(part) ? part : String(part)));
  return typeof client.status === "string" ? client.eval(script, keys.length, ...keys, ...texts) : client.eval(script, { keys, arguments: texts });
}

module.exports = { evaluate, once, recognises, seconds };
