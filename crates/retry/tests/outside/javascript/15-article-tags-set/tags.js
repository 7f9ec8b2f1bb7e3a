"use strict";
const AWS = require("aws-sdk");
const dynamo = new AWS.DynamoDB.DocumentClient({ apiVersion: "2012-08-10" });

const TABLE = process.env.ARTICLES_TABLE;

exports.add = async (event) => {
  const articleId = event.pathParameters.articleId;
  const { tags } = JSON.parse(event.body);
  if (!Array.isArray(tags) || tags.length === 0) {
    return { statusCode: 400, body: "tags must be a non-empty list" };
  }
  await dynamo
    .update({
      TableName: TABLE,
      Key: { articleId },
      UpdateExpression: "ADD tags :t",
      ExpressionAttributeValues: { ":t": dynamo.createSet(tags) },
    })
    .promise();
  return { statusCode: 204, body: "" };
};

exports.list = async (event) => {
  const { Item } = await dynamo
    .get({ TableName: TABLE, Key: { articleId: event.pathParameters.articleId } })
    .promise();
  const tags = Item && Item.tags ? Item.tags.values : [];
  return { statusCode: 200, body: JSON.stringify({ tags }) };
};
