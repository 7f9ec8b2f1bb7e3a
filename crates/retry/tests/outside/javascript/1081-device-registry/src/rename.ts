import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { conflict, db, json, TableName } from "./devices";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const serial = event.pathParameters!.serial!;
  const { label } = JSON.parse(event.body!);
  try {
    await db.send(new UpdateCommand({
      TableName,
      Key: { serial },
      UpdateExpression: "SET label = :l",
      ConditionExpression: "attribute_exists(serial)",
      ExpressionAttributeValues: { ":l": label },
    }));
  } catch (error) {
    if (conflict(error)) return json(404, { message: "not registered" });
    throw error;
  }
  return json(200, { serial, label });
};
