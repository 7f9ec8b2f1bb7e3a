const redis = require("./redis");

exports.handler = async (event) => {
  const { poll } = event.pathParameters;
  const { candidate } = JSON.parse(event.body);
  if (typeof candidate !== "string" || candidate.trim() === "") {
    return { statusCode: 400, body: "candidate missing" };
  }
  await redis.sadd(`poll:${poll}:candidates`, candidate);
  const candidates = await redis.smembers(`poll:${poll}:candidates`);
  return { statusCode: 200, body: JSON.stringify({ candidates: candidates.sort() }) };
};
