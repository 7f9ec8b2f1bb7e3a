const { SESClient, SendTemplatedEmailCommand } = require("@aws-sdk/client-ses");
const guests = require("./guests");

const ses = new SESClient({});

exports.handler = async ({ Records: [record] }) => {
  const { email, name } = JSON.parse(record.body);
  const guest = await guests.get(email);
  if (guest?.invited) {
    console.log("invited before", email);
    return;
  }
  await ses.send(new SendTemplatedEmailCommand({
    Source: "us@wedding.example",
    Destination: { ToAddresses: [email] },
    Template: "invitation",
    TemplateData: JSON.stringify({ name }),
  }));
  await guests.markInvited(email);
};
