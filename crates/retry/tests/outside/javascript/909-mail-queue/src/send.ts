import { SendEmailCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { Mail } from "./mail";

const ses = new SESv2Client({});

async function send(mail: Mail): Promise<void> {
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: process.env.SENDER,
      Destination: { ToAddresses: [mail.to] },
      Content: { Template: { TemplateName: mail.template, TemplateData: JSON.stringify(mail.data) } },
    }),
  );
}

export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: SQSBatchItemFailure[] = [];
  for (const record of event.Records) {
    try {
      await send(Mail.parse(JSON.parse(record.body)));
    } catch (err) {
      console.error("sending failed", record.messageId, err);
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
};
