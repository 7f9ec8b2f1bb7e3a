import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const { BOOKINGS_TABLE, FLIGHTS_TABLE } = process.env;

interface Booking {
  bookingId: string;
  flight: string;
  seats: number;
  passenger: string;
}

async function store({ bookingId, flight, seats, passenger }: Booking): Promise<boolean> {
  try {
    await db.transactWrite({
      TransactItems: [
        {
          Update: {
            TableName: FLIGHTS_TABLE,
            Key: { flight },
            UpdateExpression: "SET seatsLeft = seatsLeft - :n",
            ConditionExpression: "seatsLeft >= :n",
            ExpressionAttributeValues: { ":n": seats },
          },
        },
        {
          Put: {
            TableName: BOOKINGS_TABLE,
            Item: { bookingId, flight, seats, passenger },
            ConditionExpression: "attribute_not_exists(bookingId)",
          },
        },
      ],
    });
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
}

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const booking = JSON.parse(event.body!) as Booking;
  const stored = await store(booking);
  return stored
    ? { statusCode: 201, body: JSON.stringify({ bookingId: booking.bookingId }) }
    : { statusCode: 409, body: JSON.stringify({ message: `${booking.flight} is full` }) };
};
