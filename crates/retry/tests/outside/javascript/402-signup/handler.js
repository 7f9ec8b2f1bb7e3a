"use strict";

const AWS = require("aws-sdk");
const { hashPassword } = require("./password");

const documents = new AWS.DynamoDB.DocumentClient();

const reply = (statusCode, body) => ({
  statusCode,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

module.exports.signup = async (event) => {
  const { email, name, password } = JSON.parse(event.body);
  const address = email.trim().toLowerCase();

  const params = {
    TableName: process.env.USERS_TABLE,
    Item: {
      email: address,
      name,
      password: hashPassword(address, password),
    },
    ConditionExpression: "attribute_not_exists(#email)",
    ExpressionAttributeNames: { "#email": "email" },
  };

  try {
    await documents.put(params).promise();
  } catch (err) {
    if (err.code === "ConditionalCheckFailedException") {
      return reply(409, { message: `${address} is already registered` });
    }
    console.error(err);
    return reply(500, { message: "Something went wrong" });
  }

  return reply(201, { email: address, name });
};
