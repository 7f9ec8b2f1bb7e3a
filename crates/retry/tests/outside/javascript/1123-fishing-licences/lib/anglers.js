const AWS = require("aws-sdk");

const client = new AWS.DynamoDB.DocumentClient();
const TableName = process.env.ANGLERS;

exports.create = (sub, email) =>
  client.put({ TableName, Item: { sub, email, credits: 0 } }).promise();

exports.addCredits = async (sub, credits) => {
  try {
    await client
      .update({
        TableName,
        Key: { sub },
        UpdateExpression: "SET credits = credits + :credits",
        ConditionExpression: "attribute_exists(#sub)",
        ExpressionAttributeNames: { "#sub": "sub" },
        ExpressionAttributeValues: { ":credits": credits },
      })
      .promise();
    return true;
  } catch (e) {
    if (e.code === "ConditionalCheckFailedException") return false;
    throw e;
  }
};
