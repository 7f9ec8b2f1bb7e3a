import type { APIGatewayProxyHandlerV2 } from "aws-lambda";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { ddb, NOTES_TABLE } from "../lib/db";
import { json, noContent } from "../lib/http";

export const handler: APIGatewayProxyHandlerV2 = async (event) => {
  const noteId = event.pathParameters?.noteId;
  try {
    await ddb.send(
      new UpdateCommand({
        TableName: NOTES_TABLE,
        Key: { noteId },
        UpdateExpression: "SET archived = :archived",
        ConditionExpression: "attribute_exists(noteId)",
        ExpressionAttributeValues: { ":archived": true },
      }),
    );
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) {
      return json(404, { message: "Not found" });
    }
    throw error;
  }
  return noContent();
};
