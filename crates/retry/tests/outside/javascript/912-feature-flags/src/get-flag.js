const { db, TableName, response } = require('./lib');

exports.handler = async ({ pathParameters: { name } }) => {
  const { Item } = await db.get({ TableName, Key: { name }, ConsistentRead: true });
  return Item ? response(200, Item) : response(404, { message: `No flag ${name}` });
};
