const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");
const { stripe } = require("./stripe");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

exports.handler = async (event) => {
  const client = await stripe();
  for (const record of event.Records) {
    const { customer, cents, currency } = JSON.parse(record.body);
    const intent = await client.paymentIntents.create(
      { customer, amount: cents, currency, confirm: true },
      { idempotencyKey: record.messageId },
    );
    await db.send(new PutCommand({
      TableName: process.env.PAYMENTS,
      Item: { payment: record.messageId, intent: intent.id, customer, cents },
    }));
  }
};
