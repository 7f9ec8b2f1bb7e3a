const crypto = require("crypto");
const { SESClient, SendEmailCommand } = require("@aws-sdk/client-ses");
const { users } = require("../mongo");

const ses = new SESClient({});

exports.handler = async (event) => {
  const { email } = JSON.parse(event.body);
  const user = await users().findOne({ _id: email });
  if (user) {
    const token = crypto.randomBytes(24).toString("hex");
    await users().updateOne({ _id: email }, { $set: { resetToken: token } });
    await ses.send(new SendEmailCommand({
      Source: "security@example.com",
      Destination: { ToAddresses: [email] },
      Message: { Subject: { Data: "Reset" }, Body: { Text: { Data: `https://example.com/reset/${token}` } } },
    }));
  }
  return { statusCode: 202, body: "" };
};
