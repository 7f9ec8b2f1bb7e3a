const express = require("express");
const serverless = require("serverless-http");
const { SettingsStore } = require("./store");

const store = new SettingsStore(process.env.SETTINGS_TABLE);
const app = express();
app.use(express.json());

app.get("/settings/:tenant", async (req, res) => {
  res.json(await store.load(req.params.tenant));
});

app.put("/settings/:tenant", async (req, res) => {
  const { theme, locale } = req.body;
  if (!theme || !locale) return res.status(400).json({ error: "theme and locale are required" });
  await store.save(req.params.tenant, { theme, locale });
  res.status(204).end();
});

exports.handler = serverless(app);
