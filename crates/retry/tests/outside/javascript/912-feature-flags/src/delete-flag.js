const { db, TableName, response } = require('./lib');

exports.handler = async (event) => {
  await db.delete({ TableName, Key: { name: event.pathParameters.name } });
  return response(204);
};
