"use strict";
const AWS = require("aws-sdk");

const dynamo = new AWS.DynamoDB.DocumentClient();

module.exports.handler = (event, context, callback) => {
  const params = {
    TableName: process.env.ORDERS_TABLE,
    Key: { orderId: event.pathParameters.orderId },
    UpdateExpression: "SET #s = :cancelled",
    ConditionExpression: "#s = :placed",
    ExpressionAttributeNames: { "#s": "status" },
    ExpressionAttributeValues: { ":cancelled": "cancelled", ":placed": "placed" },
  };

  dynamo.update(params, (err) => {
    if (err && err.code === "ConditionalCheckFailedException") {
      callback(null, { statusCode: 409, body: "order can no longer be cancelled" });
      return;
    }
    if (err) {
      callback(err);
      return;
    }
    callback(null, { statusCode: 200, body: "cancelled" });
  });
};
