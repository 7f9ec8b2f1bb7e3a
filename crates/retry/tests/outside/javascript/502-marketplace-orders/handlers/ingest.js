const AWS = require("aws-sdk");
const { v4: uuidv4 } = require("uuid");

const dynamo = new AWS.DynamoDB.DocumentClient();

const toOrder = (payload) => ({
  orderId: uuidv4(),
  marketplace: payload.marketplace,
  customer: payload.customer,
  lines: payload.lines.map((l) => ({ sku: l.sku, qty: l.quantity })),
  status: "placed",
});

exports.handler = async (event) => {
  for (const record of event.Records) {
    const order = toOrder(JSON.parse(record.body));
    console.log("storing order", order.orderId);
    await dynamo
      .put({ TableName: process.env.ORDERS_TABLE, Item: order })
      .promise();
  }
};
