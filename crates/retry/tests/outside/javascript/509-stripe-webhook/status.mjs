import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async ({ pathParameters }) => {
  const { Item } = await db.send(
    new GetCommand({ TableName: process.env.ORDERS, Key: { id: pathParameters.id } }),
  );
  return Item
    ? { statusCode: 200, body: JSON.stringify({ status: Item.status }) }
    : { statusCode: 404, body: "{}" };
};
