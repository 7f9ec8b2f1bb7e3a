"use strict";

const db = require("../lib/db");
const respond = require("../lib/response");

module.exports.handler = async (event) => {
  const { sku } = event.pathParameters;
  const { quantity } = JSON.parse(event.body);
  if (!Number.isInteger(quantity) || quantity < 1) {
    return respond(400, { error: "quantity must be a positive integer" });
  }

  try {
    await db
      .update({
        TableName: process.env.STOCK_TABLE,
        Key: { sku },
        UpdateExpression: "SET available = available - :quantity",
        ConditionExpression: "available >= :quantity",
        ExpressionAttributeValues: { ":quantity": quantity },
      })
      .promise();
    return respond(200, { sku, reserved: quantity });
  } catch (error) {
    if (error.code === "ConditionalCheckFailedException") {
      return respond(409, { error: "not enough in stock" });
    }
    throw error;
  }
};
