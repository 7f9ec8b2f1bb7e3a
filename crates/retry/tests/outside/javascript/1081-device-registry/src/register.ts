import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { conflict, db, find, json, TableName } from "./devices";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { serial, label } = JSON.parse(event.body!);
  const device = { serial, label };
  try {
    await db.send(new PutCommand({ TableName, Item: device, ConditionExpression: "attribute_not_exists(serial)" }));
    return json(200, device);
  } catch (error) {
    if (!conflict(error)) throw error;
    return json(200, await find(serial));
  }
};
