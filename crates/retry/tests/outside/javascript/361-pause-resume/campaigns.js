const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, UpdateCommand } = require("@aws-sdk/lib-dynamodb");

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "campaigns";

const transition = (from, to) => async (event) => {
  try {
    await doc.send(new UpdateCommand({
      TableName,
      Key: { id: event.pathParameters.id },
      UpdateExpression: "SET #state = :to",
      ConditionExpression: "#state = :from",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":from": from, ":to": to },
    }));
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
  return { statusCode: 204 };
};

exports.pause = transition("active", "paused");
exports.resume = transition("paused", "active");

exports.status = async (event) => {
  const { Item } = await doc.send(new GetCommand({ TableName, Key: { id: event.pathParameters.id } }));
  return { statusCode: Item ? 200 : 404, body: JSON.stringify({ state: Item?.state }) };
};
