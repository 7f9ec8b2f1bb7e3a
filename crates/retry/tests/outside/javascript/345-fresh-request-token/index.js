const { randomUUID } = require("crypto");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, TransactWriteCommand } = require("@aws-sdk/lib-dynamodb");

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const exactlyOnce = (items) => new TransactWriteCommand({ ClientRequestToken: randomUUID(), TransactItems: items });

exports.handler = async ({ purchase, member, cents }) => {
  const points = Math.floor(cents / 100);
  await doc.send(exactlyOnce([
    {
      Put: {
        TableName: "purchases",
        Item: { purchase, member, cents, points },
      },
    },
    {
      Update: {
        TableName: "members",
        Key: { member },
        UpdateExpression: "ADD points :points",
        ExpressionAttributeValues: { ":points": points },
      },
    },
  ]));
  return { purchase, points };
};
