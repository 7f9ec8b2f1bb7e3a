const vouchers = require("./vouchers");

exports.handler = async (event) => {
  const voucher = await vouchers.find(event.pathParameters.code);
  if (!voucher) return { statusCode: 404, body: "" };
  return { statusCode: 200, body: JSON.stringify({ amount: voucher.amount, redeemed: voucher.redeemed }) };
};
