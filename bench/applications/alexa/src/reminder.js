const { DynamoDB } = require("aws-sdk");

const table = new DynamoDB.DocumentClient();
const TableName = process.env.REMINDERS;

exports.handler = async ({ user, item }) => {
  const { Item } = await table.get({ TableName, Key: { user } }).promise();
  const items = Item ? Item.items : [];
  if (items.includes(item)) return { answer: "failed" };
  await table.put({ TableName, Item: { user, items: [...items, item] } }).promise();
  return { answer: "success" };
};
