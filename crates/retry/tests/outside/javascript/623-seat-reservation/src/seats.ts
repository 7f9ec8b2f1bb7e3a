import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.SEATS;

interface Booking {
  seat: string;
  booking: string;
}

class SeatTaken extends Error {
  name = "SeatTaken";
}

export const reserve = async ({ seat, booking }: Booking) => {
  try {
    await db.send(
      new UpdateCommand({
        TableName,
        Key: { seat },
        UpdateExpression: "SET holder = :booking",
        // a retry finds its own booking, which is fine
        ConditionExpression: "attribute_not_exists(holder) OR holder = :booking",
        ExpressionAttributeValues: { ":booking": booking },
      }),
    );
  } catch (error) {
    if ((error as Error).name === "ConditionalCheckFailedException") throw new SeatTaken(seat);
    throw error;
  }
  return { seat, booking };
};

export const release = async ({ seat, booking }: Booking) => {
  await db.send(
    new UpdateCommand({
      TableName,
      Key: { seat },
      UpdateExpression: "REMOVE holder",
      ConditionExpression: "holder = :booking",
      ExpressionAttributeValues: { ":booking": booking },
    }),
  );
  return { seat, booking };
};
