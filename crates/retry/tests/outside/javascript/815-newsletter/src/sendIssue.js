const { S3Client, GetObjectCommand } = require("@aws-sdk/client-s3");
const { SESv2Client, SendEmailCommand } = require("@aws-sdk/client-sesv2");
const db = require("./db");

const s3 = new S3Client({});
const ses = new SESv2Client({});

exports.handler = async (event) => {
  const day = event.time.slice(0, 10);
  const object = await s3.send(
    new GetObjectCommand({ Bucket: process.env.ISSUES_BUCKET, Key: `issues/${day}.html` }),
  );
  const html = await object.Body.transformToString();

  const recipients = await db.activeSubscribers();
  for (const email of recipients) {
    await ses.send(
      new SendEmailCommand({
        FromEmailAddress: process.env.SENDER,
        Destination: { ToAddresses: [email] },
        Content: { Simple: { Subject: { Data: `News of ${day}` }, Body: { Html: { Data: html } } } },
      }),
    );
  }
  console.log("sent issue %s to %d subscribers", day, recipients.length);
};
