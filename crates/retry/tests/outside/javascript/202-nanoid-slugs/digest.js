const hash = require("object-hash");
const { DynamoDBClient, PutItemCommand } = require("@aws-sdk/client-dynamodb");

const client = new DynamoDBClient({});

exports.handler = async (event) => {
  const document = JSON.parse(event.body);
  const key = hash(document);
  await client.send(
    new PutItemCommand({
      TableName: "documents",
      Item: { hash: { S: key }, text: { S: document.text } },
    }),
  );
  return { statusCode: 200, body: key };
};
