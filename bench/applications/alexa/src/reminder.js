const { DynamoDB } = require("aws-sdk");

const table = new DynamoDB.DocumentClient();
const TableName = process.env.REMINDERS;

/** Adds a reminder, in one operation that reads and writes. */
exports.handler = async ({ user, item }) => {
  try {
    await table.update({
      TableName,
      Key: { user },
      UpdateExpression: "SET #items = list_append(if_not_exists(#items, :none), :items)",
      ConditionExpression: "NOT contains(#items, :item)",
      ExpressionAttributeNames: { "#items": "items" },
      ExpressionAttributeValues: { ":none": [], ":items": [item], ":item": item },
    }).promise();
    return { answer: "success" };
  } catch (error) {
    if (error.code === "ConditionalCheckFailedException") return { answer: "failed" };
    throw error;
  }
};
