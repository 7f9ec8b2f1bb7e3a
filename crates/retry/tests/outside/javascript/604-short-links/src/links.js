"use strict";

const AWS = require("aws-sdk");
const crypto = require("crypto");

const db = new AWS.DynamoDB.DocumentClient();
const TableName = process.env.LINKS_TABLE;

const slugOf = (url) => crypto.createHash("sha256").update(url).digest("hex").slice(0, 10);

module.exports.create = async (event) => {
  const { url } = JSON.parse(event.body);
  const slug = slugOf(url);
  // same URL, same slug: creating a link is idempotent
  await db.put({ TableName, Item: { slug, url, clicks: 0 } }).promise();
  return { statusCode: 201, body: JSON.stringify({ slug }) };
};

module.exports.redirect = async (event) => {
  const { slug } = event.pathParameters;
  const { Item } = await db.get({ TableName, Key: { slug } }).promise();
  if (!Item) return { statusCode: 404, body: "Not found" };

  await db
    .update({
      TableName,
      Key: { slug },
      UpdateExpression: "ADD clicks :one",
      ExpressionAttributeValues: { ":one": 1 },
    })
    .promise();
  return { statusCode: 301, headers: { Location: Item.url }, body: "" };
};
