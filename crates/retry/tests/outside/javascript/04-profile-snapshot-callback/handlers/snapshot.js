"use strict";

const AWS = require("aws-sdk");
const docClient = new AWS.DynamoDB.DocumentClient();

function response(statusCode, body) {
  return {
    statusCode: statusCode,
    headers: { "Access-Control-Allow-Origin": "*" },
    body: JSON.stringify(body),
  };
}

module.exports.save = (event, context, callback) => {
  const data = JSON.parse(event.body);
  if (typeof data.displayName !== "string") {
    console.error("Validation failed");
    callback(null, response(400, { message: "displayName must be a string" }));
    return;
  }

  const params = {
    TableName: process.env.SNAPSHOTS_TABLE,
    Item: {
      userId: event.pathParameters.userId,
      displayName: data.displayName,
      locale: data.locale || "en",
      marketing: data.marketing === true,
    },
  };

  docClient.put(params, (error) => {
    if (error) {
      console.error(error);
      callback(null, response(error.statusCode || 501, { message: "could not save" }));
      return;
    }
    callback(null, response(200, params.Item));
  });
};
