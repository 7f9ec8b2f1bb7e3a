const { DynamoDBClient, UpdateItemCommand } = require("@aws-sdk/client-dynamodb");

const client = new DynamoDBClient({});

exports.handler = async (order) => {
  try {
    await client.send(
      new UpdateItemCommand({
        TableName: process.env.STOCK_TABLE,
        Key: { sku: { S: order.sku } },
        UpdateExpression: "SET available = available - :n",
        ConditionExpression: "available >= :n",
        ExpressionAttributeValues: { ":n": { N: String(order.quantity) } },
      }),
    );
  } catch (err) {
    if (err.name === "ConditionalCheckFailedException") {
      return { ...order, reserved: false };
    }
    throw err;
  }
  return { ...order, reserved: true };
};
