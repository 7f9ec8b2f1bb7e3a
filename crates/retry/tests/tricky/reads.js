// Calls that only look, that set something to what it is already, or that the service
// recognises when they are repeated: none of them is seen twice.

import { Client } from "@elastic/elasticsearch";
import { CloudFront } from "@aws-sdk/client-cloudfront";
import { CognitoIdentityProvider } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { KMS } from "@aws-sdk/client-kms";
import { Route53 } from "@aws-sdk/client-route-53";
import { S3 } from "@aws-sdk/client-s3";
import { SecretsManager } from "@aws-sdk/client-secrets-manager";
import { SNS } from "@aws-sdk/client-sns";
import { SQS } from "@aws-sdk/client-sqs";
import { SSM } from "@aws-sdk/client-ssm";
import { Octokit } from "@octokit/rest";
import { WebClient } from "@slack/web-api";
import AWS from "aws-sdk";
import axios from "axios";
import Stripe from "stripe";

const items = new DynamoDB();
const objects = new S3();
const oldObjects = new AWS.S3();
const topics = new SNS();
const queues = new SQS();
const parameters = new SSM();
const keys = new KMS();
const secrets = new SecretsManager();
const names = new Route53();
const people = new CognitoIdentityProvider();
const distributions = new CloudFront();
const stripe = new Stripe(process.env.KEY);
const github = new Octokit();
const slack = new WebClient(process.env.TOKEN);
const search = new Client({ node: process.env.NODE });
const Bucket = "files";

// safe: it only looks
export const retrieved = async (event) => { await stripe.customers.retrieve(event.id); };

// safe: it only looks
export const charges = async (event) => { await stripe.charges.list({ customer: event.id }); };

// safe: it checks a signature
export const webhook = async (event) => {
  return stripe.webhooks.constructEvent(event.body, event.signature, "secret").type;
};

// safe: it only looks
export const repository = async (event) => { await github.repos.get({ owner: "a", repo: event.name }); };

// safe: it only looks
export const member = async (event) => { await slack.users.info({ user: event.user }); };

// unsafe: it posts
export const posted = async (event) => { await slack.chat.postMessage({ channel: "a", text: event.text }); };

// safe: it only looks
export const searched = async (event) => { await search.search({ index: "a", query: event.query }); };

// safe: it only looks
export const selected = async (event) => {
  await items.executeStatement({ Statement: "SELECT * FROM orders" });
};

// unsafe: it counts
export const counted = async (event) => {
  await items.executeStatement({ Statement: "UPDATE orders SET n = n + 1 WHERE id = 'a'" });
};

// safe: nobody sees a signature
export const signed = async (event) => { await keys.sign({ KeyId: "k", Message: event.text }); };

// safe: a client is closed
export const closed = async (event) => {
  const client = new S3();
  await client.putObject({ Bucket, Key: event.key, Body: event.text });
  client.destroy();
};

// safe: somebody watches a request
export const watched = async (event) => {
  await oldObjects.upload({ Bucket, Key: event.key, Body: event.text }).on("httpUploadProgress", () => {}).promise();
};

// safe: what is gone is gone
export const deleted = async (event) => {
  await objects.deleteObjects({ Bucket, Delete: { Objects: [{ Key: event.a }, { Key: event.b }] } });
};

// safe: tags are what they are
export const tags = async (event) => {
  await objects.putObjectTagging({ Bucket, Key: event.key, Tagging: { TagSet: [{ Key: "a", Value: event.value }] } });
};

// safe: so is who has access
export const access = async (event) => { await objects.putObjectAcl({ Bucket, Key: event.key, ACL: "private" }); };

// safe: attributes are set
export const attributes = async (event) => {
  await people.adminUpdateUserAttributes({ UserPoolId: "p", Username: event.name, UserAttributes: event.attributes });
};

// unsafe: a user is made
export const newUser = async (event) => { await people.adminCreateUser({ UserPoolId: "p", Username: event.name }); };

// safe: a topic is there once
export const topic = async (event) => { await topics.createTopic({ Name: event.name }); };

// safe: a record is set
export const upserted = async (event) => {
  const ResourceRecordSet = { Name: event.name, Type: "A" };
  await names.changeResourceRecordSets({
    HostedZoneId: "z",
    ChangeBatch: { Changes: [{ Action: "UPSERT", ResourceRecordSet }] },
  });
};

// unsafe: a record that is there cannot be made
export const createdRecord = async (event) => {
  const ResourceRecordSet = { Name: event.name, Type: "A" };
  await names.changeResourceRecordSets({
    HostedZoneId: "z",
    ChangeBatch: { Changes: [{ Action: "CREATE", ResourceRecordSet }] },
  });
};

// safe: the service knows the key
export const keyInHeaders = async (event) => {
  await axios.post("https://example.com/charges", { amount: 1 }, { headers: { "Idempotency-Key": event.id } });
};

// unsafe: another key each time
export const freshKeyInHeaders = async (event) => {
  const headers = { "Idempotency-Key": String(Date.now()) };
  await axios.post("https://example.com/charges", { amount: 1 }, { headers });
};

// safe: the queue knows all entries
export const batch = async (event) => {
  await queues.sendMessageBatch({
    QueueUrl: "q.fifo",
    Entries: [{ Id: "a", MessageBody: event.text, MessageDeduplicationId: event.id, MessageGroupId: "g" }],
  });
};

// unsafe: the queue knows none
export const batchWithout = async (event) => {
  await queues.sendMessageBatch({ QueueUrl: "q", Entries: [{ Id: "a", MessageBody: event.text }] });
};

// safe: the caller names the invalidation
export const invalidation = async (event) => {
  await distributions.createInvalidation({
    DistributionId: "d",
    InvalidationBatch: { CallerReference: event.id, Paths: { Quantity: 1, Items: ["/*"] } },
  });
};

// unsafe: the retry finds what the attempt has put there
// today unknown
export const ownParameter = async (event) => {
  const { Parameter } = await parameters.getParameter({ Name: "last" });
  if (Parameter.Value === event.id) await topics.publish({ TopicArn: "news", Message: "again" });
  await parameters.putParameter({ Name: "last", Value: event.id, Overwrite: true });
};

// safe: the retry finds its own version and leaves it
// today unknown
export const ownSecret = async ({ SecretId, token }) => {
  const { VersionIdsToStages } = await secrets.describeSecret({ SecretId });
  if (VersionIdsToStages[token]) return;
  await secrets.updateSecretVersionStage({ SecretId, MoveToVersionId: token });
};
