const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, UpdateCommand } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.INVOICES;

async function get(number) {
  return (await db.send(new GetCommand({ TableName, Key: { number } }))).Item;
}

/** True for the first caller only. */
async function claimSending(number) {
  try {
    await db.send(new UpdateCommand({
      TableName,
      Key: { number },
      UpdateExpression: "SET sentAt = :now",
      ConditionExpression: "attribute_not_exists(sentAt)",
      ExpressionAttributeValues: { ":now": new Date().toISOString() },
    }));
    return true;
  } catch (error) {
    if (error.name === "ConditionalCheckFailedException") return false;
    throw error;
  }
}

async function setPaid(number) {
  await db.send(new UpdateCommand({
    TableName,
    Key: { number },
    UpdateExpression: "SET paid = :paid, paidAt = if_not_exists(paidAt, :now)",
    ExpressionAttributeValues: { ":paid": true, ":now": new Date().toISOString() },
  }));
}

module.exports = { get, claimSending, setPaid };
