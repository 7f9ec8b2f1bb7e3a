import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";

const db = new DynamoDBClient({});

export const handler = async (event) => {
  const { Item } = await db.send(new GetItemCommand({
    TableName: process.env.PRICES,
    Key: { sku: { S: event.pathParameters.sku } },
  }));
  if (!Item) return { statusCode: 404, body: "" };
  return { statusCode: 200, body: JSON.stringify({ sku: Item.sku.S, price: Number(Item.price.N) }) };
};
