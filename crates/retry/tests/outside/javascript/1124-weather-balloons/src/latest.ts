import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { Items } = await db.send(new QueryCommand({
    TableName: process.env.READINGS,
    KeyConditionExpression: "balloon = :balloon",
    ExpressionAttributeValues: { ":balloon": event.pathParameters!.balloon },
    ScanIndexForward: false,
    Limit: 1,
  }));
  const [reading] = Items ?? [];
  return reading ? { statusCode: 200, body: JSON.stringify(reading) } : { statusCode: 404 };
};
