const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, UpdateCommand } = require("@aws-sdk/lib-dynamodb");

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

exports.handler = async (order) => {
  for (const line of order.lines) {
    await ddb.send(
      new UpdateCommand({
        TableName: process.env.STOCK_TABLE,
        Key: { sku: line.sku },
        UpdateExpression: "SET available = available - :q",
        ConditionExpression: "available >= :q",
        ExpressionAttributeValues: { ":q": line.quantity },
      })
    );
  }
  return order;
};
