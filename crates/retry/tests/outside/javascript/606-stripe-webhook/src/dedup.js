const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

/** true if this is the first time that we see the event */
exports.firstTime = async (id) => {
  try {
    await db.send(
      new PutCommand({
        TableName: process.env.EVENTS_TABLE,
        Item: { id },
        ConditionExpression: "attribute_not_exists(id)",
      })
    );
    return true;
  } catch (err) {
    if (err.name === "ConditionalCheckFailedException") return false;
    throw err;
  }
};
