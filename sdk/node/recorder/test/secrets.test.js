// Property: what a rule names is in no event and in no recording, wherever a
// handler carries it, in whatever spelling.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { places } = require("./applications/leaks");
const { PACKAGE, APPLICATIONS, folder, node, recordings, replay, web } = require("./support");

const CASES = Number(process.env.APLOMB_RANDOM_SECRETS ?? 60);
const SEED = Number(process.env.APLOMB_RANDOM_SEED ?? 1);
const ENDS = ["throw", "cause", "map", "text", "list"];
// What needs escapes in JSON, in addresses and in forms.
const LETTERS = [..."abcdefghABCDEFGH01234567", ..." \"\\/&=%+?#;:'<>{}[]", "ä", "é", "漢", "\n", "\t", "😀"];

function generator(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return state % below;
  };
}

function cases() {
  const random = generator(SEED);
  const pick = (list) => list[random(list.length)];
  return Array.from({ length: CASES }, (_, n) => ({
    password: `s${n}-${Array.from({ length: 8 + random(8) }, () => pick(LETTERS)).join("")}-e`,
    places: Array.from({ length: 1 + random(4) }, () => pick(places)),
    end: pick(ENDS),
  }));
}

/** Ways in which a text may stand in a file. */
function spellings(secret) {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const encoded = encodeURIComponent(secret);
  const base64 = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    return bytes.toString("base64").slice(offset ? 4 : 0, Math.floor(bytes.length / 3) * 4);
  });
  return [secret, escaped, JSON.stringify(escaped).slice(1, -1), encoded, encodeURI(secret), ...base64,
    new URLSearchParams({ x: secret }).toString().slice(2)];
}

// Bytes that are kept as base64 are looked into.
const opened = (text) => text.replace(/"base64":"([^"]*)"/g, (_, bytes) => Buffer.from(bytes, "base64").toString());

test(`${CASES} random secrets are in no event and no recording`, { timeout: 300_000 }, async (t) => {
  const directory = folder(t);
  const WEB = await web(t, (request, response, body) => {
    response.setHeader("x-echo", encodeURIComponent(request.url));
    response.end(JSON.stringify({ url: request.url, headers: request.headers, body }));
  });
  const list = cases();
  const script = `
    const { handler } = require(${JSON.stringify(path.join(APPLICATIONS, "leaks.js"))});
    (async () => {
      for (const [n, event] of ${JSON.stringify(list)}.entries()) {
        await handler(event, { awsRequestId: "leak-" + n }).catch(() => {});
      }
    })();`;
  const { code, stderr } = await node(["--require", path.join(PACKAGE, "register.js"), "-e", script], {
    WEB,
    APLOMB_ROOT: APPLICATIONS,
    APLOMB_HANDLERS: "leaks.handler",
    APLOMB_DIRECTORY: directory,
    APLOMB_REDACT: "password,x-api-key",
  });
  assert.equal(code, 0, stderr);
  assert.equal(recordings(directory).length, CASES);
  for (const name of fs.readdirSync(directory)) {
    const text = fs.readFileSync(path.join(directory, name), "utf8");
    const inside = opened(text);
    for (const { password, ...plan } of list) {
      for (const spelling of spellings(password)) {
        assert.ok(!text.includes(spelling) && !inside.includes(spelling), `${name} has ${spelling} of ${JSON.stringify({ password, ...plan })}`);
      }
    }
  }
  // Hidden values do not keep an invocation from being replayed, where nothing depends on them.
  const answers = [];
  for (const file of recordings(directory).slice(0, 10)) answers.push(await replay(file));
  for (const answer of answers) assert.equal(answer.verdict, "same", JSON.stringify(answer, null, 1));
});
