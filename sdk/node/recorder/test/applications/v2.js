// Version 2 of the SDK, in the styles that people write.
"use strict";
const AWS = require("aws-sdk");
const { randomUUID } = require("node:crypto");

const options = {
  region: "eu-west-1",
  endpoint: process.env.DYNAMODB,
  accessKeyId: "key",
  secretAccessKey: "secret",
};
const documents = new AWS.DynamoDB.DocumentClient(options);
const plain = new AWS.DynamoDB(options);
const TableName = "orders";

exports.promises = async (event) => {
  const id = randomUUID();
  await documents.put({ TableName, Item: { id, at: Date.now(), article: event.article } }).promise();
  const [stored, missing] = await Promise.all([
    documents.get({ TableName, Key: { id } }).promise(),
    documents.get({ TableName, Key: { id: "nobody" } }).promise(),
  ]);
  const refused = await documents
    .put({ TableName, Item: { id }, ConditionExpression: "attribute_not_exists(id)" })
    .promise()
    .catch((error) => ({ code: error.code, retryable: error.retryable }));
  return { stored, missing, refused };
};

exports.callbacks = (event, context, callback) => {
  plain.putItem({ TableName, Item: { id: { S: event.id }, n: { N: "1" } } }, (error) => {
    if (error) return callback(error);
    return documents.update(
      {
        TableName,
        Key: { id: event.id },
        UpdateExpression: "ADD n :one",
        ExpressionAttributeValues: { ":one": 1 },
        ReturnValues: "ALL_NEW",
      },
      (failure, data) => callback(failure, data && { item: data.Attributes, at: Date.now() }),
    );
  });
};

exports.listeners = () =>
  new Promise((resolve, reject) => {
    plain
      .listTables({})
      .on("success", (response) => resolve(response.data.TableNames))
      .on("error", reject)
      .send();
  });

exports.mutates = async (event) => {
  const Item = { id: "m", tags: ["first"], raw: Buffer.from("first") };
  const written = documents.put({ TableName, Item }).promise();
  // The request is on its way: what happens to its parts now must not show.
  Item.tags.push("second");
  Item.raw.write("later");
  await written;
  const read = await documents.get({ TableName, Key: { id: "m" } }).promise();
  const tags = [...read.Item.tags];
  read.Item.tags.push("third");
  event.list.push("fourth");
  return { tags };
};
