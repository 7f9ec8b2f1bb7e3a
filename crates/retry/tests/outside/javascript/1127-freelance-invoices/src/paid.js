const invoices = require("./invoices");

exports.handler = async (event) => {
  await invoices.setPaid(event.pathParameters.number);
  return { statusCode: 204 };
};
