import express from "express";
import serverless from "serverless-http";
import axios from "axios";
import { validate } from "./validate.js";

const app = express();
app.use(express.json({ limit: "20kb" }));

app.post("/contact", async (req, res) => {
  const { error } = validate(req.body);
  if (error) {
    res.status(400).json({ message: "invalid" });
    return;
  }
  try {
    await axios.post(process.env.SLACK_URL, { text: `${req.body.name} <${req.body.email}>: ${req.body.text}` });
  } catch (problem) {
    console.error("slack", problem);
  }
  res.status(202).json({ message: "thank you" });
});

export const handler = serverless(app);
