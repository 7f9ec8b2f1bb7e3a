import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { db, inviteKey, json, TableName } from "./table";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { team, id } = event.pathParameters as { team: string; id: string };
  try {
    await db.send(new UpdateCommand({
      TableName,
      Key: inviteKey(team, id),
      UpdateExpression: "SET #s = :revoked",
      ConditionExpression: "#s = :pending",
      ExpressionAttributeNames: { "#s": "status" },
      ExpressionAttributeValues: { ":revoked": "revoked", ":pending": "pending" },
    }));
    return json(200, { id });
  } catch (error) {
    if ((error as Error).name === "ConditionalCheckFailedException") return json(409, { message: "not pending" });
    throw error;
  }
};
