import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db, json, TABLE } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const id = event.pathParameters?.id;
  if (!id) return json(400, { message: "member id missing" });
  try {
    await db.update({
      TableName: TABLE,
      Key: { id },
      UpdateExpression: "ADD visits :one",
      ConditionExpression: "attribute_exists(id)",
      ExpressionAttributeValues: { ":one": 1 },
    });
    return json(200, { message: "enjoy your workout" });
  } catch (error) {
    if ((error as Error).name === "ConditionalCheckFailedException") return json(404, { message: "no such member" });
    throw error;
  }
};
