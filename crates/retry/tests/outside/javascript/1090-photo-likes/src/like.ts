import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db, likes, photos } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { photo, user } = event.pathParameters as { photo: string; user: string };
  try {
    await db.put({ TableName: likes, Item: { photo, user }, ConditionExpression: "attribute_not_exists(photo)" });
  } catch (error) {
    if ((error as Error).name === "ConditionalCheckFailedException") return { statusCode: 204 };
    throw error;
  }
  await db.update({
    TableName: photos,
    Key: { photo },
    UpdateExpression: "ADD likes :one",
    ExpressionAttributeValues: { ":one": 1 },
  });
  return { statusCode: 204 };
};
