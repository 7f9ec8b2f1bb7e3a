import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const ses = new SESv2Client({});

export const index = async (event) => {
  for (const { ses: { mail, receipt } } of event.Records) {
    const spam = receipt.spamVerdict.status === "FAIL";
    await db.send(
      new PutCommand({
        TableName: "mails",
        Item: {
          messageId: mail.messageId,
          from: mail.commonHeaders.from[0],
          subject: mail.commonHeaders.subject,
          spam,
        },
      })
    );
  }
  return { disposition: "CONTINUE" };
};

export const autoReply = async (event) => {
  const { mail, receipt } = event.Records[0].ses;
  if (receipt.spamVerdict.status === "FAIL" || mail.source.startsWith("no-reply@")) {
    return { disposition: "STOP_RULE" };
  }
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: "hello@example.com",
      Destination: { ToAddresses: [mail.source] },
      Content: {
        Simple: {
          Subject: { Data: `Re: ${mail.commonHeaders.subject}` },
          Body: { Text: { Data: "Thank you, we will answer soon." } },
        },
      },
    })
  );
  return { disposition: "CONTINUE" };
};
