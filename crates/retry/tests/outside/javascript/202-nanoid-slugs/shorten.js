const { nanoid } = require("nanoid");
const { DynamoDBClient, PutItemCommand } = require("@aws-sdk/client-dynamodb");

const client = new DynamoDBClient({});

exports.handler = async (event) => {
  const { url } = JSON.parse(event.body);
  const slug = nanoid(8);
  await client.send(
    new PutItemCommand({ TableName: "slugs", Item: { slug: { S: slug }, url: { S: url } } }),
  );
  return { statusCode: 201, body: JSON.stringify({ slug }) };
};
