const AWS = require("aws-sdk");

const documents = new AWS.DynamoDB.DocumentClient();

const sequence = (() => {
  let last = 0;
  return { next: () => (last += 1) };
})();

exports.invoice = async (event) => {
  const order = JSON.parse(event.body);
  const number = `${order.customer}-${sequence.next()}`;
  await documents.put({ TableName: "invoices", Item: { number, total: order.total } }).promise();
  return { statusCode: 201, body: number };
};
