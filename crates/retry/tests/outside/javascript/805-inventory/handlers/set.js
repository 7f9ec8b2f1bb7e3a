"use strict";

const db = require("../lib/db");
const respond = require("../lib/response");

module.exports.handler = async (event) => {
  const { sku } = event.pathParameters;
  const { available, location } = JSON.parse(event.body);
  if (typeof available !== "number" || available < 0) {
    return respond(400, { error: "available must be a number" });
  }

  await db
    .put({
      TableName: process.env.STOCK_TABLE,
      Item: { sku, available, location },
    })
    .promise();
  return respond(200, { sku, available, location });
};
