import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { inTransaction } from "./database";

class SlotIsFull extends Error {}

interface BookingRequest {
  bookingId: string;
  slotId: string;
  donor: string;
}

export async function book(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const { bookingId, slotId, donor } = JSON.parse(event.body!) as BookingRequest;
  try {
    await inTransaction(async (client) => {
      const inserted = await client.query(
        "INSERT INTO bookings (id, slot_id, donor) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
        [bookingId, slotId, donor],
      );
      if (inserted.rowCount === 0) return;
      const taken = await client.query("UPDATE slots SET free = free - 1 WHERE id = $1 AND free > 0", [slotId]);
      if (taken.rowCount === 0) throw new SlotIsFull(slotId);
    });
  } catch (error) {
    if (error instanceof SlotIsFull) {
      return { statusCode: 409, body: JSON.stringify({ message: "this slot is full" }) };
    }
    throw error;
  }
  return { statusCode: 201, body: JSON.stringify({ bookingId }) };
}

export async function cancel(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const id = event.pathParameters!.id!;
  await inTransaction(async (client) => {
    const { rows } = await client.query(
      "UPDATE bookings SET cancelled = true WHERE id = $1 AND NOT cancelled RETURNING slot_id",
      [id],
    );
    if (rows.length > 0) {
      await client.query("UPDATE slots SET free = free + 1 WHERE id = $1", [rows[0].slot_id]);
    }
  });
  return { statusCode: 204, body: "" };
}
