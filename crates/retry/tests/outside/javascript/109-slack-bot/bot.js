const axios = require("axios");
const qs = require("querystring");
const crypto = require("crypto");

const authentic = (event) => {
  const timestamp = event.headers["X-Slack-Request-Timestamp"];
  const base = `v0:${timestamp}:${event.body}`;
  const mac = crypto.createHmac("sha256", process.env.SIGNING_SECRET).update(base).digest("hex");
  return `v0=${mac}` === event.headers["X-Slack-Signature"];
};

module.exports.weather = async (event) => {
  if (!authentic(event)) return { statusCode: 401, body: "" };
  const command = qs.parse(event.body);
  const { data } = await axios.get("https://api.example.com/weather", { params: { q: command.text } });
  await axios.post(command.response_url, {
    response_type: "in_channel",
    text: `${command.text}: ${data.summary}`,
  });
  return { statusCode: 200, body: "" };
};

module.exports.help = async (event) => {
  if (!authentic(event)) return { statusCode: 401, body: "" };
  const { user_name: user, text } = qs.parse(event.body);
  const topic = (text || "").trim().split(/\s+/)[0] || "general";
  const pages = { general: "Try /weather CITY", weather: "Names of cities only" };
  return {
    statusCode: 200,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text: `@${user} ${pages[topic] ?? "No such topic"}` }),
  };
};
