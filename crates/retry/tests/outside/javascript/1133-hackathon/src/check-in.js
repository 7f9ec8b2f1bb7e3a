const { UpdateCommand } = require("@aws-sdk/lib-dynamodb");
const { db, TableName } = require("./events");

exports.handler = async (event) => {
  const { badge } = JSON.parse(event.body);
  await db.send(new UpdateCommand({
    TableName,
    Key: { id: event.pathParameters.event },
    UpdateExpression: "ADD attendees :badge",
    ExpressionAttributeValues: { ":badge": new Set([badge]) },
  }));
  return { statusCode: 204 };
};
