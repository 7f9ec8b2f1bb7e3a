const { db, ok, TableName } = require("./table");

exports.clockIn = async (event) => {
  const { employee, day } = event.pathParameters;
  const start = Date.now();
  try {
    await db.put({
      TableName,
      Item: { employee, day, start },
      ConditionExpression: "attribute_not_exists(employee)",
    }).promise();
  } catch (error) {
    if (error.code !== "ConditionalCheckFailedException") throw error;
  }
  return ok({ day, start });
};

exports.clockOut = async (event) => {
  const { employee, day } = event.pathParameters;
  const { Attributes } = await db.update({
    TableName,
    Key: { employee, day },
    UpdateExpression: "SET finish = if_not_exists(finish, :now)",
    ExpressionAttributeValues: { ":now": Date.now() },
    ReturnValues: "ALL_NEW",
  }).promise();
  return ok({ day, finish: Attributes.finish });
};
