const crypto = require("crypto");
const express = require("express");
const serverless = require("serverless-http");
const db = require("./db");

const app = express();
app.use(express.json());

const tokenFor = (email) =>
  crypto.createHmac("sha256", process.env.TOKEN_SECRET).update(email).digest("hex");

app.post("/subscribe", async (req, res) => {
  const email = req.body.email;
  if (!email || !email.includes("@")) {
    return res.status(400).json({ message: "invalid address" });
  }
  await db.query(
    "INSERT INTO subscribers (email, token) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING",
    [email, tokenFor(email)],
  );
  return res.status(202).json({ message: "check your inbox" });
});

app.post("/confirm", async (req, res) => {
  const { email, token } = req.body;
  await db.query("UPDATE subscribers SET confirmed = true WHERE email = $1 AND token = $2", [email, token]);
  return res.status(204).end();
});

module.exports.handler = serverless(app);
