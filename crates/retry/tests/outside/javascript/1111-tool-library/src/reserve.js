const { redis, keyOf, HOLD_SECONDS } = require("./redis");

exports.handler = async (event) => {
  const key = keyOf(event.pathParameters.tool);
  const { member } = JSON.parse(event.body);
  const reply = await redis.set(key, member, "EX", HOLD_SECONDS, "NX");
  if (reply !== "OK") {
    const holder = await redis.get(key);
    if (holder !== member) {
      return { statusCode: 409, body: JSON.stringify({ message: "somebody else has this tool" }) };
    }
  }
  return { statusCode: 201, body: JSON.stringify({ member }) };
};
