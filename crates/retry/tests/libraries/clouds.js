// What AWS answers, and what its requests do beside what their names say.

import { CloudWatchLogs } from "@aws-sdk/client-cloudwatch-logs";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { EventBridge } from "@aws-sdk/client-eventbridge";
import { S3, S3Client, waitUntilObjectExists } from "@aws-sdk/client-s3";
import { Scheduler } from "@aws-sdk/client-scheduler";
import { SFN } from "@aws-sdk/client-sfn";
import { SNS } from "@aws-sdk/client-sns";
import { SQS } from "@aws-sdk/client-sqs";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());
const logs = new CloudWatchLogs(), machines = new SFN(), s3 = new S3(), sns = new SNS();
const scheduler = new Scheduler(), sqs = new SQS();
const notify = (text) => sns.publish({ TopicArn: process.env.TOPIC, Message: text });

// unsafe: the attribute that is set first was not there before, so that the first attempt mails
export const onlyUpdatedBefore = async ({ id }) => {
  const { Attributes } = await db.update({
    TableName: "orders",
    Key: { id },
    UpdateExpression: "SET paid = :yes",
    ConditionExpression: "attribute_exists(id)",
    ExpressionAttributeValues: { ":yes": true },
    ReturnValues: "UPDATED_OLD",
  });
  if (!Attributes) await notify("paid");
};

// unsafe: an attribute that is removed is not among those that were updated
export const onlyUpdatedAfter = async ({ id }) => {
  const { Attributes } = await db.update({
    TableName: "orders",
    Key: { id },
    UpdateExpression: "REMOVE hold",
    ReturnValues: "UPDATED_NEW",
  });
  if (!Attributes) await notify("released");
};

// safe: what it sets is there afterwards
export const whatWasSet = async ({ id, state }) => {
  const { Attributes } = await db.update({
    TableName: "orders",
    Key: { id },
    UpdateExpression: "SET phase = :state",
    ExpressionAttributeValues: { ":state": state },
    ReturnValues: "UPDATED_NEW",
  });
  return Attributes.phase;
};

// unsafe: what is put behind the end of a list is added to it
export const behindTheEnd = async ({ id, entry }) => {
  await db.update({
    TableName: "orders",
    Key: { id },
    UpdateExpression: "SET history[1000] = :entry",
    ExpressionAttributeValues: { ":entry": entry },
  });
};

// unsafe: attributes that are both missing are not equal
export const bothMissing = async ({ id }) => {
  try {
    await db.update({
      TableName: "drafts",
      Key: { id },
      UpdateExpression: "SET seen = :yes",
      ConditionExpression: "draft = published",
      ExpressionAttributeValues: { ":yes": true },
    });
  } catch (error) {
    await notify("differs");
  }
};

// unsafe: the older form of a condition, wherever it comes from
// today unknown
export const olderCondition = async ({ id, expected }) => {
  try {
    await db.put({ TableName: "orders", Item: { id }, Expected: expected });
  } catch (error) {
    await notify("taken");
  }
};

// unsafe: only a bucket with versions names one
export const bucketWithoutVersions = async ({ id, text }) => {
  const { VersionId } = await s3.putObject({ Bucket: "files", Key: id, Body: text });
  if (!VersionId) await notify(id);
};

// unsafe: a deletion has no tag
export const deletionWithoutTag = async ({ id }) => {
  const { ETag } = await s3.deleteObject({ Bucket: "files", Key: id });
  if (!ETag) await notify(id);
};

// unsafe: an object without metadata has none, which is not nothing
export const metadataOfNothing = async ({ id, text }) => {
  await s3.putObject({ Bucket: "notes", Key: id, Body: text });
  const { Metadata } = await s3.headObject({ Bucket: "notes", Key: id });
  if (Metadata) await notify(id);
};

// unsafe: an object without a type has the one that S3 gives it
export const typeOfNothing = async ({ id, text }) => {
  await s3.putObject({ Bucket: "pages", Key: id, Body: text });
  const { ContentType } = await s3.headObject({ Bucket: "pages", Key: id });
  if (ContentType) await notify(id);
};

// unsafe: S3 writes the names of metadata in small letters
export const metadataInSmallLetters = async ({ id, text }) => {
  await s3.putObject({ Bucket: "scans", Key: id, Body: text, Metadata: { orderId: "7" } });
  const { Metadata } = await s3.headObject({ Bucket: "scans", Key: id });
  if (!Metadata.orderId) await notify(id);
};

// safe: it is in small letters
export const metadataThatIsFound = async ({ id, text }) => {
  await s3.putObject({ Bucket: "scans2", Key: id, Body: text, Metadata: { order: "7" } });
  const { Metadata } = await s3.headObject({ Bucket: "scans2", Key: id });
  if (!Metadata.order) await notify(id);
};

// unsafe: two parts of one object
export const partsOfAnObject = async ({ id }) => {
  const part = async (Range) => {
    const { Body } = await s3.getObject({ Bucket: "logs", Key: id, Range });
    return Body.transformToString();
  };
  if ((await part("bytes=0-9")) !== (await part("bytes=10-19"))) await notify(id);
};

// unsafe: with a key of its own, the tag of the same content is another one
export const tagOfEncrypted = async ({ id, text }) => {
  const { ETag } = await s3.putObject({
    Bucket: "secrets",
    Key: id,
    Body: text,
    ServerSideEncryption: "aws:kms",
  });
  await db.put({ TableName: "tags", Item: { id: ETag } });
};

// unsafe: the object is there when the retry waits for it
export const waitsForItsOwn = async ({ id }) => {
  try {
    await waitUntilObjectExists({ client: new S3Client(), maxWaitTime: 5 }, { Bucket: "made", Key: id });
  } catch (error) {
    await s3.putObject({ Bucket: "made", Key: id, Body: "x" });
    return "made";
  }
  return "was there";
};

// unsafe: each write adds a version
// today unknown
export const countsVersions = async ({ id, text }) => {
  await s3.putObject({ Bucket: "versions", Key: id, Body: text });
  const { Versions } = await s3.listObjectVersions({ Bucket: "versions", Prefix: id });
  return Versions.length;
};

// unsafe: it looks at what it reports
// today unknown
export const looksAtItsLog = async ({ id }) => {
  const place = { logGroupName: "app", logStreamName: "one" };
  await logs.putLogEvents({ ...place, logEvents: [{ message: id, timestamp: 1 }] });
  const { events } = await logs.getLogEvents(place);
  return events.length;
};

// unsafe: an express state machine starts again by the same name
export const express = async ({ id }) => {
  const stateMachineArn = "arn:aws:states:eu-west-1:123456789012:express:bill:1";
  await machines.startExecution({ stateMachineArn, name: id, input: "{}" });
};

// safe: a standard one knows the name
export const standard = async ({ id }) => {
  const stateMachineArn = "arn:aws:states:eu-west-1:123456789012:stateMachine:bill";
  await machines.startExecution({ stateMachineArn, name: id, input: "{}" });
};

// safe: a topic has one subscription for each number, and sends nothing for it
export const subscribedNumber = async ({ phone }) => {
  await sns.subscribe({ TopicArn: process.env.TOPIC, Protocol: "sms", Endpoint: phone });
};

// unsafe: the owner of the address gets another message that asks for confirmation
export const subscribedAddress = async ({ mail }) => {
  await sns.subscribe({ TopicArn: process.env.TOPIC, Protocol: "email", Endpoint: mail });
};

// unsafe: the token is spent, so that the retry fails
export const reportedTask = async ({ token }) => {
  await machines.sendTaskSuccess({ taskToken: token, output: "{}" });
};

// unsafe: there is a schedule of that name, so that the retry fails
export const scheduledAgain = async ({ id }) => {
  await scheduler.createSchedule({
    Name: id,
    ScheduleExpression: "rate(1 day)",
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: { Arn: process.env.TARGET, RoleArn: process.env.ROLE },
  });
};

// safe: the queue knows the identifier, whatever the message says
// today unknown
export const recognisedMessage = async ({ id }) => {
  await sqs.sendMessage({
    QueueUrl: process.env.QUEUE,
    MessageGroupId: "all",
    MessageDeduplicationId: id,
    MessageBody: `${id} at ${Date.now()}`,
  });
};

// unsafe: the identifier is new
export const unrecognisedMessage = async ({ id }) => {
  await sqs.sendMessage({
    QueueUrl: process.env.QUEUE,
    MessageGroupId: "all",
    MessageDeduplicationId: `${id} at ${Date.now()}`,
    MessageBody: id,
  });
};

const events = new EventBridge();

// unsafe: the rule is on again during the retry, after it was off
// today unknown
export const onAndOff = async () => {
  await events.enableRule({ Name: "nightly" });
  await events.disableRule({ Name: "nightly" });
};

// safe: the same target again
export const target = async ({ id }) => {
  await events.putTargets({ Rule: "nightly", Targets: [{ Id: id, Arn: process.env.QUEUE }] });
};
