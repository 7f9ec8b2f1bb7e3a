const crypto = require("crypto");

exports.verify = (event) => {
  const timestamp = Number(event.headers["x-slack-request-timestamp"]);
  if (Math.abs(Date.now() / 1000 - timestamp) > 300) return false;
  const expected = crypto
    .createHmac("sha256", process.env.SIGNING_SECRET)
    .update(`v0:${timestamp}:${event.body}`)
    .digest("hex");
  return event.headers["x-slack-signature"] === `v0=${expected}`;
};
