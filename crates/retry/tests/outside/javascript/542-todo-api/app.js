const express = require("express");
const serverless = require("serverless-http");
const { v4: uuid } = require("uuid");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const {
  DynamoDBDocumentClient,
  DeleteCommand,
  PutCommand,
  ScanCommand,
} = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TODOS_TABLE;

const app = express();
app.use(express.json());

app.get("/todos", async (req, res) => {
  const { Items } = await db.send(new ScanCommand({ TableName }));
  res.json(Items);
});

app.post("/todos", async (req, res) => {
  const todo = { id: uuid(), title: req.body.title, done: false };
  await db.send(new PutCommand({ TableName, Item: todo }));
  res.status(201).json(todo);
});

app.delete("/todos/:id", async (req, res) => {
  await db.send(new DeleteCommand({ TableName, Key: { id: req.params.id } }));
  res.status(204).end();
});

app.use((req, res) => res.status(404).json({ error: "not found" }));

module.exports.handler = serverless(app);
