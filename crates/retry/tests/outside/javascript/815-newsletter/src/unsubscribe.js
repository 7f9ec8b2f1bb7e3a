const db = require("./db");

exports.handler = async (event) => {
  const email = event.queryStringParameters?.email;
  if (!email) return { statusCode: 400, body: "missing e-mail" };
  await db.deactivate(email.toLowerCase());
  return {
    statusCode: 200,
    headers: { "content-type": "text/html" },
    body: "<p>You will not hear from us again.</p>",
  };
};
