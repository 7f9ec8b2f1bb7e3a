const { db, TableName } = require("./db");

module.exports.handler = async (event) => {
  await db.delete({ TableName, Key: { connectionId: event.requestContext.connectionId } });
  return { statusCode: 200 };
};
