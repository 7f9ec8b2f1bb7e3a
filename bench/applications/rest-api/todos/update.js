const { DynamoDB } = require("aws-sdk");

const table = new DynamoDB.DocumentClient();

module.exports.update = async (event) => {
  const { text, checked } = JSON.parse(event.body);
  const { Attributes } = await table.update({
    TableName: process.env.DYNAMODB_TABLE,
    Key: { id: event.pathParameters.id },
    ExpressionAttributeNames: { "#text": "text" },
    ExpressionAttributeValues: {
      ":text": text,
      ":checked": checked,
      ":now": new Date().getTime(),
    },
    UpdateExpression: "SET #text = :text, checked = :checked, updatedAt = :now",
    ReturnValues: "ALL_NEW",
  }).promise();
  return { statusCode: 200, body: JSON.stringify(Attributes) };
};
