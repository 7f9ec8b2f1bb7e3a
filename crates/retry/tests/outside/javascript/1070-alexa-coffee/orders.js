const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.ORDERS;

async function placeOnce(order) {
  try {
    await db.put({ TableName, Item: order, ConditionExpression: "attribute_not_exists(#o)", ExpressionAttributeNames: { "#o": "order" } });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
}

const waiting = async () => (await db.scan({ TableName })).Items;
const take = async (order) =>
  (await db.delete({ TableName, Key: { order }, ReturnValues: "ALL_OLD" })).Attributes;

module.exports = { placeOnce, waiting, take };
