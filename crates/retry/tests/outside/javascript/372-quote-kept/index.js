const axios = require("axios");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function rateOf(from, to) {
  const { data } = await axios.get("https://rates.example/latest", { params: { base: from, symbols: to } });
  return data.rates[to];
}

async function keepFirst(quote) {
  try {
    await doc.send(new PutCommand({
      TableName: "quotes",
      Item: quote,
      ConditionExpression: "attribute_not_exists(quoteId)",
    }));
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
}

exports.handler = async (event) => {
  const { quoteId } = event.pathParameters;
  const { from, to, cents } = JSON.parse(event.body);
  const rate = await rateOf(from, to);
  const quote = { quoteId, from, to, cents, rate, converted: Math.round(cents * rate) };

  await keepFirst(quote);
  return { statusCode: 200, body: JSON.stringify(quote) };
};
