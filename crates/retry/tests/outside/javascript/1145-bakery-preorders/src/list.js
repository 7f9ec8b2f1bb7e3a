const db = require("./db");

exports.handler = async (event) => {
  const rows = await db("preorders")
    .where({ day: event.pathParameters.day })
    .select("id", "product", "quantity", "state");
  return { statusCode: 200, body: JSON.stringify(rows) };
};
