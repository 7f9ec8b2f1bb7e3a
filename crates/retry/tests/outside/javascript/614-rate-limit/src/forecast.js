const axios = require("axios");
const { RateLimiter } = require("./limiter");

const limiter = new RateLimiter(Number(process.env.LIMIT), 60);

exports.handler = async (event) => {
  const apiKey = event.headers["x-api-key"];
  if (!(await limiter.allow(apiKey))) {
    return { statusCode: 429, body: JSON.stringify({ message: "Slow down" }) };
  }
  const { data } = await axios.get(
    `${process.env.UPSTREAM}/v1/${encodeURIComponent(event.pathParameters.city)}`
  );
  return { statusCode: 200, body: JSON.stringify(data) };
};
