"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");
const { decode, encode, isCut } = require("../lib/values");
const { Redaction, parseRules } = require("../lib/redaction");

const through = (value, options) => decode(JSON.parse(JSON.stringify(encode(value, options))));

test("values survive encoding", () => {
  const values = [
    null, undefined, true, 0, -0, NaN, -Infinity, "text", 12n, [1, [undefined]], { a: { b: "c" } },
    new Date(0), new Set(["a", 1]), new Map([["k", new Set([1])]]), Buffer.from([0, 255]), { $: "undefined" },
    { $: { $: 1 } }, "\ud800",
  ];
  for (const value of values) assert.deepStrictEqual(through(value), value);
});

test("errors keep name, message and members", () => {
  const error = Object.assign(new TypeError("no"), { code: "E", cause: new Error("because") });
  const copy = through(error);
  assert.ok(copy instanceof TypeError);
  assert.equal(copy.message, "no");
  assert.equal(copy.code, "E");
  assert.equal(copy.cause.message, "because");
});

test("cycles, depth and size end in markers", () => {
  const cycle = {};
  cycle.self = cycle;
  assert.ok(isCut(encode(cycle)));
  let deep = {};
  for (let i = 0; i < 10_000; i += 1) deep = { deep };
  assert.ok(isCut(encode(deep)));
  assert.ok(isCut(encode("x".repeat(100), { limit: 10 })));
  assert.ok(isCut(encode(Buffer.alloc(100), { limit: 10 })));
  assert.ok(!isCut(encode({ text: "short" }, { limit: 10 })));
});

test("redaction finds names in objects, JSON, forms and bytes, and copies of what it hid", () => {
  const redaction = new Redaction(parseRules(["token", "/card-\\d+/"]));
  const shown = JSON.stringify(
    encode(
      {
        Token: "aaaa-bbbb",
        body: JSON.stringify({ inner: JSON.stringify({ token: "cccc-dddd" }) }),
        form: "user=me&token=eeee+ffff&x=1",
        bytes: Buffer.from('{"token":"gggg-hhhh"}'),
        note: "card-1234 was charged",
        copy: "the first was aaaa-bbbb, the third eeee ffff",
      },
      { redaction },
    ),
  );
  const clean = redaction.scrub(shown);
  for (const secret of ["aaaa-bbbb", "cccc-dddd", "eeee", "card-1234", Buffer.from("gggg-hhhh").toString("base64").slice(0, 8)]) {
    assert.ok(!clean.includes(secret), `${secret} in ${clean}`);
  }
  assert.ok(clean.includes("user=me"));
});
