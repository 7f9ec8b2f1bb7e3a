const express = require("express");
const serverless = require("serverless-http");
const repairs = require("./repairs");

const app = express();
app.use(express.json());

app.get("/repairs/:id", async (req, res) => {
  const repair = await repairs.find(req.params.id);
  if (!repair) return res.status(404).json({ message: "not found" });
  return res.json(repair);
});

app.put("/repairs/:id", async (req, res) => {
  const { bike, owner, state } = req.body;
  await repairs.save({ id: req.params.id, bike, owner, state });
  res.status(204).end();
});

module.exports.handler = serverless(app);
