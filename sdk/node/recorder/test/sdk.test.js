// The AWS SDK in its two versions and all its styles, against a DynamoDB on
// this machine: recorded, and replayed without it.
"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");
const fs = require("node:fs");
const { read } = require("../lib/recording");
const { database } = require("./databases");
const { folder, invoke, recordings, replay, web } = require("./support");

const cases = [
  ["v2.js", "promises", { article: "tea" }, ({ refused }) => refused.code === "ConditionalCheckFailedException"],
  ["v2.js", "callbacks", { id: "1" }, ({ item }) => item.n === 2],
  ["v2.js", "listeners", {}, (tables) => tables[0] === "orders"],
  ["v3.mjs", "commands", { article: "tea" }, ({ refused }) => refused === "ConditionalCheckFailedException"],
  ["v3.mjs", "handler", {}, ({ text }) => text === "content of /bucket/key?x-id=GetObject"],
];

for (const [file, exported, event, expected] of cases) {
  test(`${file} ${exported}`, async (t) => {
    const directory = folder(t);
    const WEB = await web(t, (request, response) => response.end(`content of ${request.url}`));
    const environment = { WEB, DYNAMODB: await database(t), APLOMB_DIRECTORY: directory };
    const { result, error } = await invoke(file, exported, { event, environment });
    assert.equal(error, undefined);
    assert.ok(expected(result), JSON.stringify(result));
    const [recording] = recordings(directory);
    const played = await replay(recording);
    assert.deepEqual(played.differences, []);
    assert.equal(played.verdict, "same");
  });
}

test("what an application does to a value later does not change what was recorded", async (t) => {
  const directory = folder(t);
  const environment = { DYNAMODB: await database(t), APLOMB_DIRECTORY: directory };
  const { result } = await invoke("v2.js", "mutates", { event: { list: [] }, environment });
  assert.deepEqual(result, { tags: ["first"] });
  const [file] = recordings(directory);
  const { head, entries } = read(fs.readFileSync(file, "utf8"));
  assert.deepEqual(head.event, { list: [] });
  const [, , , , put] = entries.find(([what]) => what === "call");
  assert.deepEqual(put.Item.tags, ["first"]);
  assert.equal(Buffer.from(put.Item.raw.base64, "base64").toString(), "first");
  const [, , got] = entries.filter(([what]) => what === "done").at(-1);
  assert.deepEqual(got.Item.tags, ["first"]);
  assert.equal((await replay(file)).verdict, "same");
});
