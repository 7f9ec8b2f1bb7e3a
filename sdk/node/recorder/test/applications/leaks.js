// Carries a secret from its input to as many places as a handler has.
"use strict";
const http = require("node:http");
const { WEB } = process.env;

const PLACES = {
  header: (secret) => fetch(`${WEB}/header`, { headers: { "x-api-key": encodeURIComponent(secret), note: encodeURI(secret) } }),
  query: (secret) => fetch(`${WEB}/query?page=1&password=${encodeURIComponent(secret)}`),
  path: (secret) => fetch(`${WEB}/users/${encodeURIComponent(secret)}/orders`),
  form: (secret) => fetch(`${WEB}/form`, { method: "POST", body: new URLSearchParams({ user: "me", password: secret }) }),
  json: (secret) => fetch(`${WEB}/json`, { method: "POST", body: JSON.stringify({ deep: [{ Password: secret }] }) }),
  nested: (secret) => fetch(`${WEB}/nested`, { method: "POST", body: JSON.stringify({ text: JSON.stringify({ password: secret }) }) }),
  bytes: (secret) => fetch(`${WEB}/bytes`, { method: "POST", body: Buffer.from(`before ${secret} after`) }),
  text: (secret) => fetch(`${WEB}/text`, { method: "POST", body: `the text has ${secret} in it` }),
  multipart: (secret) => {
    const body = new FormData();
    body.set("password", secret);
    return fetch(`${WEB}/multipart`, { method: "POST", body });
  },
  older: (secret) =>
    new Promise((resolve, reject) => {
      const request = http.request(`${WEB}/older?password=${encodeURIComponent(secret)}`, { method: "POST" }, (response) =>
        response.resume().on("end", resolve),
      );
      request.on("error", reject).end(JSON.stringify({ password: secret }));
    }),
  refused: (secret) => fetch(`http://127.0.0.1:1/?password=${encodeURIComponent(secret)}`).catch(() => {}),
  environment: (secret) => {
    process.env.PASSWORD = secret;
    return process.env.PASSWORD;
  },
  variable: (secret) => {
    process.env.CONNECTION = `server=1;password=${encodeURIComponent(secret)}`;
    return process.env.CONNECTION;
  },
};

exports.handler = async ({ password, places, end }) => {
  for (const place of places) await PLACES[place](password);
  if (end === "throw") throw new Error(`cannot log in with ${password}`);
  if (end === "cause") throw new Error("cannot log in", { cause: Object.assign(new Error("inner"), { password }) });
  if (end === "map") return { map: new Map([["password", password]]), set: new Set([password]) };
  return end === "text" ? JSON.stringify({ password }) : { list: [password, { Password: { inner: password } }] };
};

exports.places = Object.keys(PLACES);
