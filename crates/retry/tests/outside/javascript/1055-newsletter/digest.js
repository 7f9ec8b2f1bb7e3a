const { SESv2Client, SendEmailCommand } = require("@aws-sdk/client-sesv2");
const db = require("./db");

const ses = new SESv2Client({});

exports.handler = async (event) => {
  const { rows } = await db.query("SELECT email FROM subscribers WHERE confirmed = true");
  for (const row of rows) {
    await ses.send(new SendEmailCommand({
      FromEmailAddress: process.env.FROM,
      Destination: { ToAddresses: [row.email] },
      Content: { Simple: { Subject: { Data: `Digest of ${event.time}` }, Body: { Text: { Data: "Read on." } } } },
    }));
  }
};
