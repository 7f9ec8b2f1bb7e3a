const db = require("./db");

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

exports.handler = async (event) => {
  const { email } = JSON.parse(event.body || "{}");
  if (typeof email !== "string" || !EMAIL.test(email)) {
    return { statusCode: 400, body: JSON.stringify({ error: "invalid e-mail address" }) };
  }
  await db.activate(email.toLowerCase());
  return { statusCode: 200, body: JSON.stringify({ subscribed: true }) };
};
