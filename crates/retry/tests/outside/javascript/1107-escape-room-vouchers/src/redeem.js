const vouchers = require("./vouchers");

exports.handler = async (event) => {
  try {
    await vouchers.markRedeemed(event.pathParameters.code);
    return { statusCode: 200, body: JSON.stringify({ redeemed: true }) };
  } catch (error) {
    if (error.name === "ConditionalCheckFailedException") {
      return { statusCode: 409, body: JSON.stringify({ message: "unknown or already redeemed" }) };
    }
    throw error;
  }
};
