const { LRUCache } = require("lru-cache");
const { DynamoDBDocumentClient, GetCommand } = require("@aws-sdk/lib-dynamodb");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const cache = new LRUCache({ max: 500, ttl: 60_000 });

exports.handler = async (event) => {
  const { article } = event.pathParameters;
  let price = cache.get(article);
  if (price === undefined) {
    const { Item } = await client.send(new GetCommand({ TableName: "prices", Key: { article } }));
    price = Item?.price ?? null;
    cache.set(article, price);
  }
  return { statusCode: price === null ? 404 : 200, body: JSON.stringify({ price }) };
};
