// What the tests share: processes with the recorder in them, a web server, replays.
"use strict";
const { execFile, execFileSync } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const https = require("node:https");
const os = require("node:os");
const path = require("node:path");

const PACKAGE = path.join(__dirname, "..");
const APPLICATIONS = path.join(__dirname, "applications");

function folder(t) {
  const name = fs.mkdtempSync(path.join(os.tmpdir(), "aplomb-recorder-"));
  t.after(() => fs.rmSync(name, { recursive: true, force: true }));
  return name;
}

// How long a process waits at its end for what it recorded: a test that is not about that
// waits for as long as it takes, however busy the machine is.
const PATIENT = { APLOMB_FLUSH_MS: "120000" };

/** Runs node and gives its exit code and output; never rejects. */
function node(args, environment = {}) {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_NO_WARNINGS: "1", ...PATIENT, ...environment };
    execFile(process.execPath, args, { env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** Invokes `exported` of an application's `file` in a process of its own, with the recorder loaded or not. */
async function invoke(file, exported, { event = {}, environment = {}, recorder = true, root = APPLICATIONS } = {}) {
  const preload = recorder ? ["--require", path.join(PACKAGE, "register.js")] : [];
  const { code, stdout, stderr } = await node(
    [...preload, path.join(__dirname, "invoke.js"), path.join(root, file), exported, JSON.stringify(event)],
    { APLOMB_ROOT: root, APLOMB_HANDLERS: `${file.replace(/\.[cm]?js$/, "")}.${exported}`, ...environment },
  );
  if (code !== 0) throw new Error(`the application failed: ${stderr}`);
  return JSON.parse(stdout);
}

function recordings(directory) {
  return fs
    .readdirSync(directory)
    .filter((name) => name.endsWith(".recording"))
    .map((name) => path.join(directory, name));
}

async function replay(file, environment = {}) {
  const { stdout, stderr } = await node([path.join(PACKAGE, "play.js"), file], environment);
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`the replay printed no report: ${stdout}${stderr}`);
  }
}

/** A web server that says what it was asked; `answer` replaces that. `secure`: key and certificate. */
async function web(t, answer, secure) {
  const answering = (request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      if (answer) return answer(request, response, body);
      response.setHeader("content-type", "application/json");
      return response.end(JSON.stringify({ path: request.url, body, number: Math.random() }));
    });
  };
  const server = secure ? https.createServer(secure, answering) : http.createServer(answering);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `${secure ? "https" : "http"}://127.0.0.1:${server.address().port}`;
}

/** A certificate for this machine that nobody but its owner has signed: its files, and what a server needs. */
function certificate(t) {
  const place = folder(t);
  const [keyFile, certFile] = ["key.pem", "cert.pem"].map((name) => path.join(place, name));
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", keyFile];
  execFileSync("openssl", ["req", "-x509", ...key, "-out", certFile, "-days", "2", ...subject], { stdio: "ignore" });
  return { certFile, secure: { key: fs.readFileSync(keyFile), cert: fs.readFileSync(certFile) } };
}

module.exports = { PACKAGE, APPLICATIONS, PATIENT, folder, node, invoke, recordings, replay, web, certificate };
