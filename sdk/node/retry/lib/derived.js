"use strict";
// Values that look fresh and are functions of the request and the site. They cost
// nothing. With a secret nobody else can predict them.

const { createHash, createHmac } = require("node:crypto");
const { current } = require("./attempt");

/** `size` bytes for a site. */
function derivedBytes(site, size) {
  const { settings, ...attempt } = taken(site);
  const chunks = [];
  for (let have = 0, index = 0; have < size; have += 32, index += 1) {
    const hash = settings.secret ? createHmac("sha256", settings.secret) : createHash("sha256");
    chunks.push(hash.update(JSON.stringify([attempt.request, attempt.step, index])).digest());
  }
  return Buffer.concat(chunks).subarray(0, size);
}

function taken(site) {
  const attempt = current();
  const { request, step } = attempt.take(site);
  return { settings: attempt.settings, request, step };
}

/** A UUID in the form of version 4. */
function derivedUuid(site) {
  const bytes = derivedBytes(site, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A number from 0 (inclusive) to 1 (exclusive). */
function derivedRandom(site) {
  return Number(derivedBytes(site, 8).readBigUInt64BE() >> 11n) / 2 ** 53;
}

/** What a service takes as the key by which it recognises a repeated call. */
function idempotencyKey(site) {
  return derivedBytes(site, 32).toString("hex");
}

module.exports = { derivedBytes, derivedRandom, derivedUuid, idempotencyKey };
