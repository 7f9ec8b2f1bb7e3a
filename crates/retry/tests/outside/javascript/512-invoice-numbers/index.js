const AWS = require("aws-sdk");
const moment = require("moment");

const dynamo = new AWS.DynamoDB.DocumentClient();

async function nextNumber() {
  const { Attributes } = await dynamo
    .update({
      TableName: process.env.COUNTERS,
      Key: { name: "invoice" },
      UpdateExpression: "ADD #v :one",
      ExpressionAttributeNames: { "#v": "value" },
      ExpressionAttributeValues: { ":one": 1 },
      ReturnValues: "UPDATED_NEW",
    })
    .promise();
  return Attributes.value;
}

exports.issueInvoice = async (event) => {
  const body = JSON.parse(event.body);
  const number = await nextNumber();
  const invoice = {
    number,
    customer: body.customer,
    lines: body.lines,
    dueDate: moment().add(14, "days").format("YYYY-MM-DD"),
  };
  await dynamo.put({ TableName: process.env.INVOICES, Item: invoice }).promise();
  return { statusCode: 201, body: JSON.stringify(invoice) };
};
