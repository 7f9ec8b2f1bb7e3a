"use strict";
// Kept values come back as they were, or are refused.

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { decode, encode } = require("../lib/values");

const SAME = [
  null, true, 0, -0, 1.5, NaN, Infinity, -Infinity, "", "text", 10n ** 30n, undefined,
  [], [1, undefined, [null]], {}, { a: { b: [1] } }, { a: undefined }, { $: "date", value: 5 }, { $: { $: 1 } },
  new Date(5), new Set([1, new Set(["x"])]), new Map([["k", { v: 1n }]]), Buffer.from("bytes"), new Uint8Array([1, 2]),
  JSON.parse('{"__proto__": {"polluted": true}}'),
];

for (const value of SAME) {
  test(`keeps ${require("node:util").inspect(value)}`, () => {
    const back = decode(encode(value));
    assert.deepStrictEqual(back, value);
    assert.equal({}.polluted, undefined);
  });
}

test("random values come back", () => {
  let seed = 7;
  const random = (limit) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * limit);
  };
  const value = (depth) => {
    const kind = random(depth > 3 ? 6 : 10);
    if (kind < 6) return [null, random(1000) / 8, `t${random(99)}`, undefined, BigInt(random(1e9)), new Date(random(1e9))][kind];
    const parts = Array.from({ length: random(4) }, () => value(depth + 1));
    return [parts, new Set(parts), Object.fromEntries(parts.map((part, index) => [["$", "value", "k", "l"][index], part])), new Map(parts.map((part, index) => [index, part]))][kind - 6];
  };
  for (let index = 0; index < 2000; index += 1) {
    const sample = value(0);
    assert.deepStrictEqual(decode(encode(sample)), sample);
  }
});

const cycle = {};
cycle.self = cycle;
for (const [name, value] of Object.entries({ function: () => 1, symbol: Symbol("s"), instance: new (class Reply {})(), error: new Error("e"), cycle, stream: { body: process.stdin } })) {
  test(`refuses a ${name}`, () => assert.throws(() => encode(value), { code: "NOT_KEEPABLE" }));
}
