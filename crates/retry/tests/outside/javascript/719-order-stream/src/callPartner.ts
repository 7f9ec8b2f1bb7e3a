import { PutCommand } from "@aws-sdk/lib-dynamodb";
import axios from "axios";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { accepted, db } from "./db";

export const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
  for (const record of event.Records) {
    if (record.eventName !== "INSERT") continue;
    const first = await accepted(
      db.send(
        new PutCommand({
          TableName: process.env.CALLED,
          Item: { eventId: record.eventID },
          ConditionExpression: "attribute_not_exists(eventId)",
        }),
      ),
    );
    if (!first) continue; // the stream has delivered it before
    await axios.post(
      process.env.PARTNER_URL!,
      { order: record.dynamodb!.Keys!.id.S },
      { headers: { "Idempotency-Key": record.eventID! } },
    );
  }
};
