// The web over https, with a certificate that this test makes: recorded, and replayed without
// the servers.
"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");
const { certificate, folder, invoke, recordings, replay, web } = require("./support");

test("requests over https are recorded and replayed, and so are those that are not trusted", async (t) => {
  const directory = folder(t);
  const { certFile, secure } = certificate(t);
  const environment = {
    WEB: await web(t, undefined, secure),
    STRANGER: await web(t, undefined, certificate(t).secure),
    CERTIFICATE: certFile,
    NODE_EXTRA_CA_CERTS: certFile,
    APLOMB_DIRECTORY: directory,
  };
  const { result, error } = await invoke("encrypted.js", "handler", { environment });
  assert.equal(error, undefined);
  assert.deepEqual(result.answers.map(([path]) => path), ["/get", "/post", "/fetch"]);
  assert.equal(result.object, "/b/k?x-id=GetObject");
  assert.equal(result.stranger, "DEPTH_ZERO_SELF_SIGNED_CERT");
  assert.deepEqual(result.strangerOfFetch, ["TypeError", "DEPTH_ZERO_SELF_SIGNED_CERT"]);
  const [file] = recordings(directory);
  const { verdict, outcome, differences } = await replay(file);
  assert.deepEqual(differences, []);
  assert.equal(verdict, "same");
  assert.deepEqual(outcome.result, result);
});

test("a collector over https gets the events and the recording", async (t) => {
  const { certFile, secure } = certificate(t);
  const got = [];
  const APLOMB_ENDPOINT = await web(
    t,
    (request, response) => {
      got.push(request.url);
      response.end("{}");
    },
    secure,
  );
  const environment = { WEB: await web(t), APLOMB_ENDPOINT, NODE_EXTRA_CA_CERTS: certFile };
  await invoke("edited.js", "order", { event: { article: "tea" }, environment });
  assert.deepEqual(got.sort(), ["/v1/events", "/v1/recordings/order-1"]);
});
