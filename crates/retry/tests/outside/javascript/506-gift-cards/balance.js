const { connect } = require("./lib/pool");

exports.handler = async (event) => {
  const connection = await connect();
  const [rows] = await connection.execute("SELECT balance FROM gift_cards WHERE code = ?", [
    event.pathParameters.code,
  ]);
  await connection.end();
  if (rows.length === 0) return { statusCode: 404, body: "no such card" };
  return { statusCode: 200, body: JSON.stringify({ balance: rows[0].balance }) };
};
