"use strict";
// The global fetch.

const { current, apart } = require("../invocation");
const { tapedWebStream } = require("./bodies");

function install() {
  const real = globalThis.fetch;
  if (!real) return;
  globalThis.fetch = function fetch(resource, options) {
    const tape = current();
    if (!tape) return real(resource, options);
    // The same normalisation as the real one, and the same errors.
    let request;
    try {
      request = apart(() => new Request(resource, options));
    } catch (error) {
      return Promise.reject(error);
    }
    const name = `${request.method} ${request.url}`;
    return new Promise((resolve, reject) =>
      tape.asynchronous(
        { kind: "http", name, request: { headers: headersOf(request), body: bodyOf(options) } },
        (done) =>
          real(request).then(
            (response) => done({ value: response, recorded: headOf(response) }),
            (error) => done({ error }),
          ),
        ({ error, value }) => (error ? reject(error) : resolve(responseOf(tape, name, value))),
      ),
    );
  };
}

// The border between the parts of a form is drawn anew every time.
function headersOf(request) {
  const headers = Object.fromEntries(request.headers);
  const type = headers["content-type"];
  if (type?.startsWith("multipart/form-data")) headers["content-type"] = type.replace(/;\s*boundary=.*$/, "");
  return headers;
}

function bodyOf(options) {
  const body = options?.body;
  if (body === undefined || body === null) return null;
  if (body instanceof URLSearchParams) return String(body);
  if (body instanceof FormData) return [...body.entries()].map(([name, value]) => [name, String(value)]);
  return body;
}

function headOf(response) {
  return {
    status: response.status,
    message: response.statusText,
    url: response.url,
    redirected: response.redirected,
    headers: [...response.headers],
    hasBody: response.body !== null,
  };
}

// `value` is a real response when recording, and what `headOf` gave in a replay.
function responseOf(tape, name, value) {
  const real = value instanceof Response;
  const head = real ? headOf(value) : value;
  const call = { kind: "http", name: `${name} body`, request: null };
  const source = real && head.hasBody ? apart(() => value.body.getReader()) : undefined;
  const body = head.hasBody ? tapedWebStream(tape, call, source) : null;
  const response = new Response(body, { status: head.status, statusText: head.message, headers: head.headers });
  Object.defineProperties(response, {
    url: { value: head.url },
    redirected: { value: head.redirected },
  });
  return response;
}

module.exports = { install };
