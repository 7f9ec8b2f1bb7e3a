const AWS = require("aws-sdk");

const client = new AWS.DynamoDB.DocumentClient({ apiVersion: "2012-08-10" });
const { JARS_TABLE, TIPS_TABLE } = process.env;

/** Stores the tip and adds it to the jar; false if the tip is there already. */
async function addTip(tipId, barista, cents) {
  try {
    await client
      .transactWrite({
        TransactItems: [
          {
            Put: {
              TableName: TIPS_TABLE,
              Item: { tipId, barista, cents },
              ConditionExpression: "attribute_not_exists(tipId)",
            },
          },
          {
            Update: {
              TableName: JARS_TABLE,
              Key: { barista },
              UpdateExpression: "ADD cents :cents",
              ExpressionAttributeValues: { ":cents": cents },
            },
          },
        ],
      })
      .promise();
    return true;
  } catch (err) {
    if (err.code === "TransactionCanceledException") return false;
    throw err;
  }
}

const readJar = async (barista) =>
  (await client.get({ TableName: JARS_TABLE, Key: { barista } }).promise()).Item;

module.exports = { addTip, readJar };
