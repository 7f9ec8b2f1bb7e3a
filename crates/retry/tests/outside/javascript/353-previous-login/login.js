const AWS = require("aws-sdk");
const crypto = require("crypto");

const documents = new AWS.DynamoDB.DocumentClient();
const TableName = process.env.USERS_TABLE;

const digest = (salt, password) => crypto.pbkdf2Sync(password, salt, 100000, 32, "sha256").toString("hex");

const touch = (email) =>
  documents
    .update({
      TableName,
      Key: { email },
      UpdateExpression: "SET lastLogin = :now",
      ExpressionAttributeValues: { ":now": new Date().toISOString() },
      ReturnValues: "UPDATED_OLD",
    })
    .promise();

exports.handler = async (event) => {
  const { email, password } = JSON.parse(event.body);
  const { Item: user } = await documents.get({ TableName, Key: { email } }).promise();
  if (!user || digest(user.salt, password) !== user.hash) {
    return { statusCode: 401, body: JSON.stringify({ message: "wrong address or password" }) };
  }

  const { Attributes } = await touch(email);
  const previous = Attributes ? Attributes.lastLogin : null;
  return { statusCode: 200, body: JSON.stringify({ name: user.name, previousLogin: previous }) };
};
