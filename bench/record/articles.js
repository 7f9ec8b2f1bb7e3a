// The application that is measured: it authenticates, reads a user and writes an article.
"use strict";
const crypto = require("node:crypto");
const { DynamoDB } = require("aws-sdk");

const documents = new DynamoDB.DocumentClient({ endpoint: process.env.DYNAMODB, region: "eu-west-1" });
const TableName = process.env.TABLE;

function signature(text) {
  return crypto.createHmac("sha256", process.env.SECRET).update(text).digest("hex");
}

exports.create = async ({ headers, body }) => {
  const [user, signed] = headers.authorization.split(":");
  if (signature(user) !== signed) return { statusCode: 401 };
  const { Item: author } = await documents.get({ TableName, Key: { id: user } }).promise();
  if (!author) return { statusCode: 403 };
  const { title, text, tags } = JSON.parse(body);
  const id = `${title.toLowerCase().replace(/\W+/g, "-")}-${Math.random().toString(36).slice(2)}`;
  const article = { id, title, text, tags: documents.createSet(tags), author: user, createdAt: Date.now() };
  await documents.put({ TableName, Item: article }).promise();
  return { statusCode: 200, body: JSON.stringify({ article: { ...article, tags, author } }) };
};
