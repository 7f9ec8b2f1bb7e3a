import { createHash } from "node:crypto";
import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import httpErrorHandler from "@middy/http-error-handler";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

const sqs = new SQSClient({});

const enqueue = async (event) => {
  const { to, template, fields } = event.body;
  const mail = JSON.stringify({ to, template, fields });
  const fingerprint = createHash("sha256").update(mail).digest("hex");
  await sqs.send(new SendMessageCommand({
    QueueUrl: process.env.MAIL_QUEUE,
    MessageGroupId: to,
    MessageDeduplicationId: fingerprint,
    MessageBody: mail,
  }));
  return { statusCode: 202, body: JSON.stringify({ fingerprint }) };
};

export const handler = middy(enqueue).use(httpJsonBodyParser()).use(httpErrorHandler());
