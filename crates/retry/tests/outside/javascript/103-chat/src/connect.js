const { db, TableName } = require("./db");

module.exports.handler = async (event) => {
  const { connectionId } = event.requestContext;
  const room = event.queryStringParameters?.room || "lobby";
  await db.put({ TableName, Item: { connectionId, room } });
  return { statusCode: 200 };
};
