const db = require("./db");

exports.handler = async (event) => {
  const { id, day, product, quantity } = JSON.parse(event.body);
  try {
    await db("preorders").insert({ id, day, product, quantity, state: "new" });
  } catch (error) {
    if (error.code === "ER_DUP_ENTRY") {
      // sent twice, never mind
      return { statusCode: 200, body: JSON.stringify({ id }) };
    }
    throw error;
  }
  return { statusCode: 201, body: JSON.stringify({ id }) };
};
