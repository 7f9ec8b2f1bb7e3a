const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

// A scanner numbers its scans; an older scan never replaces a newer one.
async function recordScan({ parcelId, seq, depot, status }) {
  try {
    await client.send(new PutCommand({
      TableName: process.env.PARCELS,
      Item: { parcelId, seq, depot, status },
      ConditionExpression: "attribute_not_exists(parcelId) OR seq < :seq",
      ExpressionAttributeValues: { ":seq": seq },
    }));
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
    console.log("outdated scan ignored", parcelId, seq);
  }
}

module.exports = { recordScan };
