const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, PutCommand } = require("@aws-sdk/lib-dynamodb");

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.INVOICES_TABLE;

async function saveInvoice(invoice) {
  await client.send(new PutCommand({ TableName, Item: invoice }));
}

async function findInvoice(id) {
  const { Item } = await client.send(new GetCommand({ TableName, Key: { id } }));
  return Item;
}

module.exports = { saveInvoice, findInvoice };
