const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.GAMES;

exports.create = (game, seed) => db.put({ TableName, Item: { game, seed, answers: [] } });
exports.load = async (game) => (await db.get({ TableName, Key: { game } })).Item;
exports.append = (game, answer) => db.update({
  TableName,
  Key: { game },
  UpdateExpression: "SET answers = list_append(answers, :a)",
  ExpressionAttributeValues: { ":a": [answer] },
});
