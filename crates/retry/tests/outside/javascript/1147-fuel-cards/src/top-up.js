const { randomUUID } = require("crypto");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, TransactWriteCommand } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

exports.handler = async (event) => {
  for (const { body } of event.Records) {
    const { card, litres } = JSON.parse(body);
    const id = randomUUID();
    await db.send(new TransactWriteCommand({
      ClientRequestToken: id, // exactly once
      TransactItems: [
        { Put: { TableName: process.env.TOPUPS, Item: { id, card, litres } } },
        {
          Update: {
            TableName: process.env.CARDS,
            Key: { card },
            UpdateExpression: "ADD litres :litres",
            ExpressionAttributeValues: { ":litres": litres },
          },
        },
      ],
    }));
  }
};
