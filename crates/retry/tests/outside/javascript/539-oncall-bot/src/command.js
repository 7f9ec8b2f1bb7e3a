const querystring = require("querystring");
const { DynamoDB } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");
const { verify } = require("./verify");

const db = DynamoDBDocument.from(new DynamoDB({}));

exports.handler = async (event) => {
  if (!verify(event)) return { statusCode: 401, body: "" };
  const { text } = querystring.parse(event.body);
  const { Item } = await db.get({ TableName: process.env.ROSTER, Key: { team: text } });
  const answer = Item ? `<@${Item.primary}> is on call for ${text}` : `There is no team ${text}`;
  return {
    statusCode: 200,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ response_type: "ephemeral", text: answer }),
  };
};
