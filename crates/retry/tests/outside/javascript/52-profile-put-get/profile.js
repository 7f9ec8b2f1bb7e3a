"use strict";
const AWS = require("aws-sdk");
const db = new AWS.DynamoDB.DocumentClient();

const TableName = process.env.PROFILES_TABLE;
const reply = (statusCode, body) => ({ statusCode, body: JSON.stringify(body) });

module.exports.put = (event) => {
  const { name, bio = "", links = [] } = JSON.parse(event.body);
  const userId = event.requestContext.authorizer.claims.sub;
  return db
    .put({ TableName, Item: { userId, name, bio, links: links.slice(0, 5) } })
    .promise()
    .then(() => reply(200, { userId }))
    .catch((err) => {
      console.error(err);
      return reply(500, { message: "could not save the profile" });
    });
};

module.exports.get = (event) =>
  db
    .get({ TableName, Key: { userId: event.pathParameters.userId } })
    .promise()
    .then(({ Item }) => (Item ? reply(200, Item) : reply(404, { message: "not found" })));
