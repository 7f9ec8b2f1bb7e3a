const { connect } = require("./lib/pool");

exports.handler = async (event) => {
  const { amount } = JSON.parse(event.body);
  const { code } = event.pathParameters;
  const connection = await connect();
  try {
    const [result] = await connection.execute(
      "UPDATE gift_cards SET balance = balance - ? WHERE code = ? AND balance >= ?",
      [amount, code, amount],
    );
    if (result.affectedRows === 0) {
      return { statusCode: 402, body: JSON.stringify({ error: "not enough on this card" }) };
    }
    return { statusCode: 200, body: JSON.stringify({ redeemed: amount }) };
  } finally {
    await connection.end();
  }
};
