const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, UpdateCommand } = require("@aws-sdk/lib-dynamodb");
const { decode } = require("./records");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

exports.handler = async (event) => {
  const perDistrict = new Map();
  for (const record of event.Records) {
    const { district, kilograms } = decode(record);
    perDistrict.set(district, (perDistrict.get(district) ?? 0) + kilograms);
  }
  for (const [district, kilograms] of perDistrict) {
    await db.send(new UpdateCommand({
      TableName: process.env.TOTALS,
      Key: { district },
      UpdateExpression: "ADD kilograms :kilograms",
      ExpressionAttributeValues: { ":kilograms": kilograms },
    }));
  }
};
