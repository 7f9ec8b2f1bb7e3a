const twilio = require("twilio");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, QueryCommand, UpdateCommand } = require("@aws-sdk/lib-dynamodb");

const sms = twilio(process.env.TWILIO_SID, process.env.TWILIO_TOKEN);
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.APPOINTMENTS;

exports.handler = async (event) => {
  const { Items } = await db.send(
    new QueryCommand({
      TableName,
      IndexName: "by-state",
      KeyConditionExpression: "#state = :open AND due < :now",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":open": "OPEN", ":now": event.time },
    })
  );
  for (const appointment of Items) {
    await sms.messages.create({
      to: appointment.phone,
      from: process.env.FROM,
      body: `Your appointment is at ${appointment.due}`,
    });
    await db.send(
      new UpdateCommand({
        TableName,
        Key: { id: appointment.id },
        UpdateExpression: "SET #state = :done",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":done": "REMINDED" },
      })
    );
  }
};
