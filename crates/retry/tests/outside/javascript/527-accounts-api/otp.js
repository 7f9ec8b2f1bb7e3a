const { randomInt } = require("crypto");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");
const { SNSClient, PublishCommand } = require("@aws-sdk/client-sns");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const sns = new SNSClient({});

exports.handler = async (event) => {
  const { phone } = JSON.parse(event.body);
  const code = String(randomInt(100000, 1000000));
  const expires = Math.floor(Date.now() / 1000) + 300;
  await db.send(new PutCommand({ TableName: process.env.OTP_TABLE, Item: { phone, code, expires } }));
  await sns.send(new PublishCommand({ PhoneNumber: phone, Message: `Your code is ${code}` }));
  return { statusCode: 202, body: "" };
};
