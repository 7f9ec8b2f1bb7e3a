"use strict";
// A DynamoDB on this machine with the tables of an application: node database.js
// DESCRIPTION. `aplomb dev` starts it.
//
//   { "root": folder, "url": address of one that runs, "port": 8000, "tables": [what CreateTable takes] }
//
// Without "url", dynalite is started, from the packages of the application or
// from those that are installed for everybody.

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");

const description = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function dynalite() {
  const everybody = () => execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim();
  for (const folder of [() => description.root, () => path.dirname(everybody())]) {
    try {
      return require(require.resolve("dynalite", { paths: [folder()] }));
    } catch {
      // Not there.
    }
  }
  return fail(
    "dynalite is not installed: install it with `npm install --save-dev dynalite`, or name a server with --dynamodb URL",
  );
}

function start() {
  const server = dynalite()({ createTableMs: 0, deleteTableMs: 0 });
  return new Promise((resolve) => {
    server.on("error", (error) => fail(`dynalite cannot listen on port ${description.port}: ${error.message}`));
    server.listen(description.port, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}

// A server on this machine looks at the form of a signature only.
const HEADERS = {
  "content-type": "application/x-amz-json-1.0",
  "x-amz-date": "20200101T000000Z",
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20200101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
};

function ask(url, operation, members) {
  return new Promise((resolve, reject) => {
    const headers = { ...HEADERS, "x-amz-target": `DynamoDB_20120810.${operation}` };
    const request = http.request(url, { method: "POST", headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk)).on("end", () => resolve({ status: response.statusCode, text }));
    });
    request.on("error", reject);
    request.end(JSON.stringify(members));
  });
}

async function main() {
  const url = description.url ?? (await start());
  for (const table of description.tables) {
    const { status, text } = await ask(url, "CreateTable", table);
    if (status !== 200 && !text.includes("ResourceInUseException")) {
      fail(`${url} does not create the table ${table.TableName}: ${text}`);
    }
  }
  process.stdout.write(`listening on ${url}\n`);
  // Whoever started it says when it is over, by ending its standard input.
  process.stdin.on("end", () => process.exit(0)).resume();
}

main().catch((error) => fail(`${description.url ?? "dynalite"}: ${error.message}`));
