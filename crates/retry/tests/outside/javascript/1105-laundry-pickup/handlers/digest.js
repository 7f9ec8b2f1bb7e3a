const { SESClient, SendEmailCommand } = require("@aws-sdk/client-ses");
const { DynamoDBClient, ScanCommand } = require("@aws-sdk/client-dynamodb");

const ses = new SESClient({});
const db = new DynamoDBClient({});

module.exports.handler = async (event) => {
  const { Count } = await db.send(new ScanCommand({ TableName: process.env.DISPATCHES, Select: "COUNT" }));
  if (Count === 0) return;
  await ses.send(new SendEmailCommand({
    Source: "noreply@laundry.example",
    Destination: { ToAddresses: [process.env.OPERATIONS_MAIL] },
    Message: {
      Subject: { Data: `Pickups until ${event.time}` },
      Body: { Text: { Data: `${Count} pickups were dispatched.` } },
    },
  }));
};
