const { SESv2Client, SendEmailCommand } = require("@aws-sdk/client-sesv2");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, UpdateCommand } = require("@aws-sdk/lib-dynamodb");

const ses = new SESv2Client({});
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function confirm(bookingId) {
  try {
    await doc.send(new UpdateCommand({
      TableName: "bookings",
      Key: { bookingId },
      UpdateExpression: "SET #s = :confirmed",
      ConditionExpression: "#s = :pending",
      ExpressionAttributeNames: { "#s": "status" },
      ExpressionAttributeValues: { ":confirmed": "confirmed", ":pending": "pending" },
    }));
    return true;
  } catch (error) {
    if (error.name === "ConditionalCheckFailedException") return false;
    throw error;
  }
}

exports.handler = async (event) => {
  const { bookingId, guest } = event.detail;
  if (!(await confirm(bookingId))) return; // a mail was sent before

  await ses.send(new SendEmailCommand({
    FromEmailAddress: "stay@hotel.example",
    Destination: { ToAddresses: [guest.email] },
    Content: {
      Simple: {
        Subject: { Data: `Your booking ${bookingId}` },
        Body: { Text: { Data: `Dear ${guest.name}, your booking is confirmed.` } },
      },
    },
  }));
};
