const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, PutCommand } = require("@aws-sdk/lib-dynamodb");

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.RATES_TABLE;

// Rates of a day are final: the first ones that are stored stay.
async function storeRates(day, rates) {
  try {
    await ddb.send(
      new PutCommand({
        TableName,
        Item: { day, rates },
        ConditionExpression: "attribute_not_exists(#day)",
        ExpressionAttributeNames: { "#day": "day" },
      }),
    );
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
    console.log(`rates of ${day} are already there`);
  }
}

async function ratesOf(day) {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { day } }));
  return Item ? Item.rates : undefined;
}

module.exports = { storeRates, ratesOf };
