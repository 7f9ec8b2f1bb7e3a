const dayjs = require("dayjs");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, QueryCommand, PutCommand } = require("@aws-sdk/lib-dynamodb");

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function ordersOf(day) {
  const { Items } = await doc.send(new QueryCommand({
    TableName: "orders",
    KeyConditionExpression: "#day = :day",
    ExpressionAttributeNames: { "#day": "day" },
    ExpressionAttributeValues: { ":day": day },
  }));
  return Items ?? [];
}

exports.handler = async (event) => {
  const day = dayjs(event.time).subtract(1, "day").format("YYYY-MM-DD");
  const orders = await ordersOf(day);
  const paid = orders.filter((order) => order.status === "paid");

  await doc.send(new PutCommand({
    TableName: "daily-reports",
    Item: {
      day,
      orders: orders.length,
      paid: paid.length,
      revenue: paid.reduce((sum, { cents }) => sum + cents, 0),
      generatedAt: new Date().toISOString(),
    },
  }));
};
