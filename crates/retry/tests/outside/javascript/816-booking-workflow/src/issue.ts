import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { ddb } from "./db";
import type { Booking } from "./types";

export const handler = async ({ bookingId, seatId, passenger }: Booking) => {
  const ticket = {
    ticketNo: ulid(),
    bookingId,
    seatId,
    passenger,
    issuedAt: new Date().toISOString(),
  };
  await ddb.send(new PutCommand({ TableName: process.env.TICKETS_TABLE, Item: ticket }));
  return ticket;
};
