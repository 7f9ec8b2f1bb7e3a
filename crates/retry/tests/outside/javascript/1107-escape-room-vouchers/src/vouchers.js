const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.VOUCHERS;

exports.save = (voucher) => db.put({ TableName, Item: voucher });

exports.find = async (code) => (await db.get({ TableName, Key: { code } })).Item;

exports.markRedeemed = (code) =>
  db.update({
    TableName,
    Key: { code },
    UpdateExpression: "SET redeemed = :yes",
    ConditionExpression: "attribute_exists(code) AND redeemed = :no",
    ExpressionAttributeValues: { ":yes": true, ":no": false },
  });
