const { GetCommand } = require("@aws-sdk/lib-dynamodb");
const { db, TableName } = require("./events");

exports.handler = async (event) => {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { id: event.pathParameters.event } }));
  const attendees = Item?.attendees ? [...Item.attendees].sort() : [];
  return { statusCode: 200, body: JSON.stringify({ attendees }) };
};
