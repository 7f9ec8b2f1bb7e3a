// Clients of services and of the web, in everyday use.

import Anthropic from "@anthropic-ai/sdk";
import { Client as Elastic } from "@elastic/elasticsearch";
import { Octokit } from "@octokit/rest";
import sgMail from "@sendgrid/mail";
import { WebClient } from "@slack/web-api";
import { IncomingWebhook } from "@slack/webhook";
import { algoliasearch } from "algoliasearch";
import axios from "axios";
import axiosRetry from "axios-retry";
import admin from "firebase-admin";
import { google } from "googleapis";
import got from "got";
import nodeFetch from "node-fetch";
import nodemailer from "nodemailer";
import OpenAI from "openai";
import pRetry from "p-retry";
import retry from "async-retry";
import { Resend } from "resend";
import Stripe from "stripe";
import superagent from "superagent";
import twilio from "twilio";
import { fetch as undiciFetch, request as undiciRequest } from "undici";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { S3Client, GetObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const put = (Item) => db.send(new PutCommand({ TableName: "things", Item }));
const stripe = new Stripe(process.env.STRIPE_KEY, { apiVersion: "2024-06-20" });

// safe: the event of the signed body is put under its id
export const stripeWebhook = async (event) => {
  let paid;
  try {
    paid = stripe.webhooks.constructEvent(event.body, event.headers["stripe-signature"], process.env.SECRET);
  } catch (error) {
    return { statusCode: 400, body: `bad signature: ${error.message}` };
  }
  if (paid.type === "checkout.session.completed") {
    await put({ id: paid.data.object.id, status: "paid" });
  }
  return { statusCode: 200, body: JSON.stringify({ received: true }) };
};

// unsafe: the signed body is counted again
export const stripeWebhookCount = async (event) => {
  const paid = await stripe.webhooks.constructEventAsync(
    event.body, event.headers["stripe-signature"], process.env.SECRET);
  await db.send(new UpdateCommand({
    TableName: "totals",
    Key: { id: paid.data.object.customer },
    UpdateExpression: "ADD paid :amount",
    ExpressionAttributeValues: { ":amount": paid.data.object.amount },
  }));
};

// unsafe: a second session
export const stripeCheckout = async (event) => {
  const session = await stripe.checkout.sessions.create({ mode: "payment", line_items: event.items });
  return { url: session.url };
};

// safe: Stripe knows the key
export const stripeCharge = async (event) => {
  await stripe.paymentIntents.create({ amount: event.amount, currency: "eur" }, { idempotencyKey: event.id });
};

// unsafe: a second refund
export const stripeRefund = async (event) => {
  await stripe.refunds.create({ payment_intent: event.intent });
};

const slack = new WebClient(process.env.SLACK_TOKEN);
const hook = new IncomingWebhook(process.env.SLACK_HOOK);

// unsafe: the message appears twice
export const slackMessage = async (event) => {
  await slack.chat.postMessage({ channel: "#ops", text: event.text });
};

// safe: it only looks
export const slackUser = async (event) => {
  await slack.users.lookupByEmail({ email: event.email });
};

// unsafe: the message appears twice
export const slackHook = async (event) => { await hook.send({ text: event.text }); };

sgMail.setApiKey(process.env.SENDGRID_KEY);

// unsafe: a second mail
export const sendgrid = async (event) => {
  await sgMail.send({ to: event.to, from: "shop@example.com", subject: "Thanks", text: event.text });
};

const transport = nodemailer.createTransport({ host: process.env.SMTP_HOST, port: 587 });

// unsafe: a second mail
export const mailed = async (event) => {
  await transport.sendMail({ to: event.to, from: "shop@example.com", subject: "Thanks", html: event.html });
};

// safe: it only tries the connection
export const mailVerified = async () => { await transport.verify(); };

const resend = new Resend(process.env.RESEND_KEY);

// unsafe: a second mail
export const resent = async (event) => {
  await resend.emails.send({ from: "a@example.com", to: event.to, subject: "Hi", html: "<p>Hi</p>" });
};

const sms = twilio(process.env.TWILIO_SID, process.env.TWILIO_TOKEN);

// unsafe: a second message
export const texted = async (event) => {
  await sms.messages.create({ to: event.to, from: "+1555", body: event.text });
};

// safe: it only looks
export const textStatus = async (event) => { await sms.messages(event.sid).fetch(); };

admin.initializeApp();

// unsafe: a second notification
export const pushed = async (event) => {
  await admin.messaging().send({ token: event.token, notification: { title: event.title } });
};

// safe: it only checks the token
export const firebaseToken = async (event) => {
  const { uid } = await admin.auth().verifyIdToken(event.token);
  await put({ id: uid });
};

const sheets = google.sheets({ version: "v4", auth: new google.auth.GoogleAuth({ scopes: [] }) });

// unsafe: a second row
export const sheetRow = async (event) => {
  await sheets.spreadsheets.values.append({
    spreadsheetId: "s", range: "A1", valueInputOption: "RAW", requestBody: { values: [[event.id]] },
  });
};

// safe: it only looks
export const sheetRead = async () => {
  await sheets.spreadsheets.values.get({ spreadsheetId: "s", range: "A1:B2" });
};

const openai = new OpenAI({ apiKey: process.env.OPENAI_KEY });
const anthropic = new Anthropic();

// safe: what the model says is new, but the client gets one answer
export const asked = async (event) => {
  const answer = await openai.chat.completions.create({ model: "gpt-4o", messages: event.messages });
  return { text: answer.choices[0].message.content };
};

// safe: what the model says is new, but the client gets one answer
export const askedClaude = async (event) => {
  const answer = await anthropic.messages.create({ model: "claude", max_tokens: 100, messages: event.messages });
  return { text: answer.content[0].text };
};

const search = algoliasearch("app", process.env.ALGOLIA_KEY);
const elastic = new Elastic({ node: process.env.ELASTIC });

// safe: it only looks
export const algoliaSearch = async (event) => {
  await search.searchSingleIndex({ indexName: "products", searchParams: { query: event.query } });
};

// safe: the object is set to the same again
// today unknown: another function of this application looks at it
export const algoliaSave = async (event) => {
  await search.saveObject({ indexName: "products", body: { objectID: event.id, name: event.name } });
};

// safe: the document is set to the same again
export const elasticIndex = async (event) => {
  await elastic.index({ index: "products", id: event.id, document: { name: event.name } });
};

// safe: a document that is gone is ignored
export const elasticRemove = async (event) => {
  await elastic.delete({ index: "products", id: event.id }, { ignore: [404] });
};

// unsafe: without an id every attempt makes a document
export const elasticIndexNew = async (event) => {
  await elastic.index({ index: "products", document: { name: event.name } });
};

const github = new Octokit({ auth: process.env.GITHUB_TOKEN });

// unsafe: a second issue
export const githubIssue = async (event) => {
  await github.issues.create({ owner: "a", repo: "b", title: event.title });
};

// safe: it only looks
export const githubRead = async (event) => {
  await github.rest.issues.get({ owner: "a", repo: "b", issue_number: event.number });
};

axiosRetry(axios, { retries: 3, retryDelay: axiosRetry.exponentialDelay });

// unsafe: posted again
export const posted = async (event) => {
  await axios.post("https://example.com/orders", { id: event.id });
};

// safe: the service knows the key
export const postedWithKey = async (event) => {
  await axios.post("https://example.com/orders", { id: event.id }, { headers: { "Idempotency-Key": event.id } });
};

const api = axios.create({ baseURL: "https://example.com", timeout: 3000 });
axiosRetry(api, { retries: 3 });

// unsafe: posted again
export const postedByInstance = async (event) => { await api.post("/orders", { id: event.id }); };

// safe: it only looks
export const gotByInstance = async (event) => { await api.get(`/orders/${event.id}`); };

// unsafe: posted again
export const fetched = async (event) => {
  const response = await nodeFetch("https://example.com", { method: "POST", body: JSON.stringify(event) });
  if (!response.ok) throw new Error(`status ${response.status}`);
};

// unsafe: posted again
export const undici = async (event) => {
  await undiciFetch("https://example.com", { method: "POST", body: event.body });
};

// unsafe: posted again
export const undiciRequested = async (event) => {
  const { statusCode, body } = await undiciRequest("https://example.com", { method: "POST", body: event.body });
  if (statusCode !== 200) throw new Error(await body.text());
};

// unsafe: posted again
export const gotPost = async (event) => {
  await got.post("https://example.com", { json: { id: event.id }, retry: { limit: 2 } }).json();
};

// unsafe: posted again
export const superagentPost = async (event) => {
  await superagent.post("https://example.com").set("accept", "json").send({ id: event.id });
};

// safe: it only looks
export const superagentGet = async (event) => {
  await superagent.get("https://example.com").query({ id: event.id });
};

// unsafe: posted again
export const retried = async (event) => {
  await pRetry(() => axios.post("https://example.com", { id: event.id }), { retries: 5 });
};

// safe: the same item again, however often it is tried
export const retriedPut = async (event) => {
  await retry(async () => { await put({ id: event.id }); }, { retries: 3 });
};

// safe: the address has the time of the attempt, but the client gets one answer
export const presigned = async (event) => {
  const url = await getSignedUrl(new S3Client({}), new GetObjectCommand({ Bucket: "b", Key: event.key }), { expiresIn: 60 });
  return { url };
};

const quote = async (provider, pair) => ({ provider, rate: (await got(`https://${provider}.example/${pair}`).json()).rate });

// unsafe: another provider may be faster on the retry
export const fastestProvider = async (event) => {
  const { provider, rate } = await Promise.race([quote("alpha", event.pair), quote("beta", event.pair)]);
  await put({ id: `${event.pair}-${provider}`, rate });
};

// safe: whoever is faster, the client gets one answer
export const fastestAnswer = async (event) => Promise.race([quote("alpha", event.pair), quote("beta", event.pair)]);

// unsafe: the one that is slower may be left out
// today unknown: a race of more than looks
export const raceOfWrites = async (event) => {
  await Promise.race([put({ id: event.id }), got.post("https://api.example/things", { json: { id: event.id } })]);
};

// unsafe: an `id` in the document does not name it
export const elasticBody = async (event) => {
  await elastic.index({ index: "products", body: { id: event.id, name: event.name } });
};

// unsafe: the retry finds the document and is refused
// today unknown
export const elasticCreateOnly = async (event) => {
  await elastic.index({ index: "products", id: event.id, op_type: "create", document: { name: event.name } });
};

// unsafe: the file is uploaded again
export const openaiFile = async (event) => {
  await openai.files.create({ file: event.file, purpose: "assistants" });
};
