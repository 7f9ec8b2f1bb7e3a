const { DynamoDBClient, PutItemCommand } = require("@aws-sdk/client-dynamodb");
const { marshall } = require("@aws-sdk/util-dynamodb");

const client = new DynamoDBClient({});

exports.handler = async (event) => {
  const { sub, email } = event.request.userAttributes;
  try {
    await client.send(
      new PutItemCommand({
        TableName: process.env.PROFILES,
        Item: marshall({ sub, email, role: "member", createdAt: Date.now() }),
        ConditionExpression: "attribute_not_exists(#sub)",
        ExpressionAttributeNames: { "#sub": "sub" },
      }),
    );
  } catch (err) {
    if (err.name !== "ConditionalCheckFailedException") throw err;
  }
  return event;
};
