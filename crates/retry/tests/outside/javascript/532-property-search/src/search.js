const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, QueryCommand } = require("@aws-sdk/lib-dynamodb");
const { overLimit } = require("./limit");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

exports.handler = async (event) => {
  const apiKey = event.headers["x-api-key"] || "anonymous";
  if (await overLimit(apiKey)) return { statusCode: 429, body: "slow down" };

  const { city } = event.queryStringParameters;
  const { Items } = await db.send(
    new QueryCommand({
      TableName: process.env.LISTINGS,
      KeyConditionExpression: "city = :city",
      ExpressionAttributeValues: { ":city": city },
      Limit: 20,
    }),
  );
  return { statusCode: 200, body: JSON.stringify(Items) };
};
