import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event) => {
  const { Item } = await db.send(
    new GetCommand({
      TableName: process.env.OBSERVATIONS,
      Key: { station: event.pathParameters.station.toLowerCase() },
    }),
  );
  if (!Item) return { statusCode: 404, body: "no such station" };
  return { statusCode: 200, body: JSON.stringify(Item) };
};
