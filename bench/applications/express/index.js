const express = require("express");
const serverless = require("serverless-http");
const { DynamoDB } = require("aws-sdk");

const app = express();
const table = new DynamoDB.DocumentClient();
const TableName = process.env.USERS_TABLE;

app.use(express.json());

app.get("/users/:userId", async (req, res) => {
  const { Item } = await table.get({ TableName, Key: { userId: req.params.userId } }).promise();
  if (!Item) {
    res.status(404).json({ error: "Could not find user" });
    return;
  }
  res.json({ userId: Item.userId, name: Item.name });
});

app.post("/users", async (req, res) => {
  const { userId, name } = req.body;
  if (typeof userId !== "string" || typeof name !== "string") {
    res.status(400).json({ error: '"userId" and "name" must be strings' });
    return;
  }
  await table.put({ TableName, Item: { userId, name } }).promise();
  res.json({ userId, name });
});

module.exports.handler = serverless(app);
