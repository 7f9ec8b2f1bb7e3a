const { randomUUID } = require("crypto");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.NOTES_TABLE;

const json = (statusCode, body) => ({
  statusCode,
  headers: { "content-type": "application/json" },
  body: body === undefined ? "" : JSON.stringify(body),
});

exports.create = async (event) => {
  const { title, text } = JSON.parse(event.body);
  const note = { noteId: randomUUID(), title, text, createdAt: Date.now() };
  await db.put({ TableName, Item: note });
  return json(201, note);
};

exports.get = async (event) => {
  const { Item } = await db.get({ TableName, Key: { noteId: event.pathParameters.id } });
  return Item ? json(200, Item) : json(404, { message: "not found" });
};

exports.remove = async (event) => {
  await db.delete({ TableName, Key: { noteId: event.pathParameters.id } });
  return json(204);
};
