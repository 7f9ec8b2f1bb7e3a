import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { db, isRefused } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const slot = event.pathParameters!.slot!;
  const { patient, phone } = JSON.parse(event.body!);
  const booked = { statusCode: 201, body: JSON.stringify({ slot, patient }) };
  try {
    await db.send(new PutCommand({
      TableName: process.env.SLOTS,
      Item: { slot, day: slot.slice(0, 10), patient, phone },
      ConditionExpression: "attribute_not_exists(slot)",
    }));
    return booked;
  } catch (error) {
    if (!isRefused(error)) throw error;
    const { Item } = await db.send(new GetCommand({ TableName: process.env.SLOTS, Key: { slot } }));
    if (Item?.patient === patient) return booked;
    return { statusCode: 409, body: JSON.stringify({ message: "slot is taken" }) };
  }
};
