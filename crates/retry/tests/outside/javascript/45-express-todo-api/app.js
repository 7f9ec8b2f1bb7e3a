const express = require("express");
const serverless = require("serverless-http");
const todos = require("./todos");

const app = express();
app.use(express.json());

app.get("/todos", async (req, res) => {
  res.json(await todos.list(req.query.owner));
});

app.post("/todos", async (req, res) => {
  const { owner, text } = req.body;
  if (!text) return res.status(400).json({ error: "text is required" });
  const todo = await todos.create(owner, text);
  res.status(201).json(todo);
});

app.use((err, req, res, next) => {
  console.error(err);
  res.status(500).json({ error: "internal" });
});

module.exports.handler = serverless(app);
