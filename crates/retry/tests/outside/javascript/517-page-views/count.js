"use strict";
const AWS = require("aws-sdk");
const _ = require("lodash");

const dynamo = new AWS.DynamoDB.DocumentClient();

const parse = (record) => JSON.parse(Buffer.from(record.kinesis.data, "base64").toString());

const addViews = (page, day, views) =>
  dynamo
    .update({
      TableName: process.env.VIEWS_TABLE,
      Key: { page, day },
      UpdateExpression: "ADD #views :n",
      ExpressionAttributeNames: { "#views": "views" },
      ExpressionAttributeValues: { ":n": views },
    })
    .promise();

module.exports.handler = async (event) => {
  const hits = event.Records.map(parse).filter((e) => e.type === "pageview");
  const grouped = _.groupBy(hits, (e) => `${e.page}|${e.timestamp.slice(0, 10)}`);

  await Promise.all(
    Object.keys(grouped).map((key) => {
      const [page, day] = key.split("|");
      return addViews(page, day, grouped[key].length);
    })
  );
  return `counted ${hits.length} views`;
};
