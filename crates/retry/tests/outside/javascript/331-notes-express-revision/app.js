const express = require("express");
const serverless = require("serverless-http");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, PutCommand } = require("@aws-sdk/lib-dynamodb");

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "notes";
const app = express();

app.use(express.json());

app.get("/notes/:id", async (req, res) => {
  const { Item } = await doc.send(new GetCommand({ TableName, Key: { id: req.params.id }, ConsistentRead: true }));
  if (!Item) return res.status(404).end();
  return res.json({ text: Item.text, revision: Item.revision });
});

app.put("/notes/:id", async (req, res) => {
  const { text, revision } = req.body;
  try {
    await doc.send(new PutCommand({
      TableName,
      Item: { id: req.params.id, text, revision },
      ConditionExpression: "attribute_not_exists(id) OR revision < :revision",
      ExpressionAttributeValues: { ":revision": revision },
    }));
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
  return res.status(204).end();
});

module.exports.handler = serverless(app);
