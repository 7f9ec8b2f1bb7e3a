// booking.confirm + cancel, no reader in F
// confirm: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { randomBytes } from "node:crypto";

const db = DynamoDBDocument.from(new DynamoDB());

export const confirm = async ({ bookingId }) => {
  const reference = randomBytes(4).toString("hex");
  await db.update({
    TableName: "bookings",
    Key: { id: bookingId },
    UpdateExpression: "SET bookingReference = :reference, #status = :confirmed",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":reference": reference, ":confirmed": "CONFIRMED" },
  });
  return { bookingReference: reference };
};

export const cancel = async ({ bookingId }) => {
  await db.update({
    TableName: "bookings",
    Key: { id: bookingId },
    UpdateExpression: "SET #status = :cancelled",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":cancelled": "CANCELLED" },
  });
};
