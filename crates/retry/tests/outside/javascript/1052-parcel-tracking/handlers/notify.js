const { SESClient, SendEmailCommand } = require("@aws-sdk/client-ses");
const { unmarshall } = require("@aws-sdk/util-dynamodb");

const ses = new SESClient({});

exports.handler = async (event) => {
  for (const record of event.Records) {
    if (record.eventName !== "INSERT") continue;
    const delivery = unmarshall(record.dynamodb.NewImage);
    if (!delivery.email) continue;
    await ses.send(new SendEmailCommand({
      Source: process.env.SENDER,
      Destination: { ToAddresses: [delivery.email] },
      Message: {
        Subject: { Data: `Parcel ${delivery.parcelId} was delivered` },
        Body: { Text: { Data: "Thank you for waiting." } },
      },
    }));
  }
};
