const AWS = require("aws-sdk");
const { readings, groupBy } = require("./readings");

const db = new AWS.DynamoDB.DocumentClient();
const TableName = process.env.TOTALS;

exports.handler = async (event) => {
  for (const [device, group] of groupBy(readings(event), (reading) => reading.device)) {
    const { Item } = await db.get({ TableName, Key: { device } }).promise();
    const samples = (Item?.samples ?? 0) + group.length;
    const sum = group.reduce((total, { value }) => total + value, Item?.sum ?? 0);
    await db.put({ TableName, Item: { device, samples, sum } }).promise();
  }
};
