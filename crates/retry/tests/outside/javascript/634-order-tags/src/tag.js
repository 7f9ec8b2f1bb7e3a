const AWS = require("aws-sdk");

const db = new AWS.DynamoDB.DocumentClient();
const DEFAULT_TAGS = ["new"];

function tagsFor(order, tags = DEFAULT_TAGS) {
  if (order.express) tags.push("express");
  if (order.total > 500) tags.push("high-value");
  if (/^vip-/i.test(order.customer)) tags.push("vip");
  return tags;
}

exports.handler = async (event) => {
  const order = event.detail;
  await db
    .put({
      TableName: process.env.TAGGED,
      Item: { orderId: order.id, customer: order.customer, tags: tagsFor(order) },
    })
    .promise();
};
