const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocument.from(new DynamoDB({}));
const CREDITS = { basic: 100, pro: 1000 };

exports.handler = async ({ detail }) => {
  const granted = CREDITS[detail.plan] || 0;
  if (granted === 0) return;
  await db.update({
    TableName: process.env.CREDITS,
    Key: { account: detail.account },
    UpdateExpression: "ADD credits :granted SET #p = :plan",
    ExpressionAttributeNames: { "#p": "plan" },
    ExpressionAttributeValues: { ":granted": granted, ":plan": detail.plan },
  });
};
