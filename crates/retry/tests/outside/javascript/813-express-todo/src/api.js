const express = require("express");
const cors = require("cors");
const serverless = require("serverless-http");
const { v4: uuidv4 } = require("uuid");
const store = require("./store");

const app = express();
app.use(cors());
app.use(express.json());

app.get("/todos", async (req, res) => {
  res.json(await store.list());
});

app.post("/todos", async (req, res) => {
  const { text } = req.body;
  if (!text) {
    res.status(400).json({ error: "text is required" });
    return;
  }
  const todo = { id: uuidv4(), text, done: false };
  await store.add(todo);
  res.status(201).json(todo);
});

app.put("/todos/:id", async (req, res) => {
  try {
    await store.setDone(req.params.id, Boolean(req.body.done));
    res.status(204).end();
  } catch (error) {
    if (error.name === "ConditionalCheckFailedException") {
      res.status(404).json({ error: "no such todo" });
      return;
    }
    throw error;
  }
});

module.exports.handler = serverless(app);
