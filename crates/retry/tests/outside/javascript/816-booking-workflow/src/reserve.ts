import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { ddb } from "./db";
import { SeatTakenError, type Booking } from "./types";

export const handler = async (booking: Booking) => {
  try {
    await ddb.send(
      new UpdateCommand({
        TableName: process.env.SEATS_TABLE,
        Key: { seatId: booking.seatId },
        UpdateExpression: "SET heldBy = :booking",
        ConditionExpression: "attribute_not_exists(heldBy) OR heldBy = :booking",
        ExpressionAttributeValues: { ":booking": booking.bookingId },
      }),
    );
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw new SeatTakenError(booking.seatId);
    throw error;
  }
  return { seatId: booking.seatId, heldBy: booking.bookingId };
};
