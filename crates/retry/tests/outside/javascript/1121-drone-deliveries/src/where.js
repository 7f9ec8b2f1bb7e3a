const { db } = require("./dynamo");

exports.handler = async (event) => {
  const { Item } = await db.get({
    TableName: process.env.POSITIONS,
    Key: { drone: event.pathParameters.drone },
  });
  return { statusCode: Item ? 200 : 404, body: JSON.stringify(Item ?? {}) };
};
