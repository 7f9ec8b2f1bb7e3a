const axios = require("axios");
const AWS = require("aws-sdk");
const { accessToken } = require("../lib/token");

const orders = new AWS.DynamoDB.DocumentClient();

module.exports.handler = async (event) => {
  for (const record of event.Records) {
    const { orderId, customerId, amount } = JSON.parse(record.body);
    const { Item: order } = await orders
      .get({ TableName: process.env.ORDERS, Key: { orderId } })
      .promise();
    if (order && order.status === "PAID") {
      console.log(`${orderId} is already paid`);
      continue;
    }
    const { data: charge } = await axios.post(
      `${process.env.PSP_URL}/v1/charges`,
      { customer: customerId, amount, reference: orderId },
      { headers: { Authorization: `Bearer ${await accessToken()}` } },
    );
    await orders
      .update({
        TableName: process.env.ORDERS,
        Key: { orderId },
        UpdateExpression: "SET #s = :paid, chargeId = :c",
        ExpressionAttributeNames: { "#s": "status" },
        ExpressionAttributeValues: { ":paid": "PAID", ":c": charge.id },
      })
      .promise();
  }
};
