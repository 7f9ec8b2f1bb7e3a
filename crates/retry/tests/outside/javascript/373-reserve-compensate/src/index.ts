import type { SQSEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

interface Booking {
  booking: string;
  shows: { show: string; seats: number }[];
}

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const take = (show: string, seats: number) =>
  doc.send(new UpdateCommand({
    TableName: "shows",
    Key: { show },
    UpdateExpression: "SET available = available - :seats",
    ConditionExpression: "available >= :limit",
    ExpressionAttributeValues: { ":seats": seats, ":limit": Math.max(seats, 0) },
  }));

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    const { booking, shows }: Booking = JSON.parse(record.body);
    const taken: Booking["shows"] = [];
    let status = "booked";
    try {
      for (const item of shows) {
        await take(item.show, item.seats);
        taken.push(item);
      }
    } catch (error) {
      if ((error as Error).name !== "ConditionalCheckFailedException") throw error;
      for (const item of taken) await take(item.show, -item.seats);
      status = "sold out";
    }
    await doc.send(new PutCommand({ TableName: "bookings", Item: { booking, shows, status } }));
  }
};
