import type { SQSEvent } from "aws-lambda";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import twilio from "twilio";
import { db, isRefused } from "./db";

const client = twilio(process.env.TWILIO_SID, process.env.TWILIO_TOKEN);

export const handler = async (event: SQSEvent) => {
  for (const record of event.Records) {
    const { slot, phone } = JSON.parse(record.body);
    try {
      await db.send(new PutCommand({
        TableName: process.env.REMINDED,
        Item: { slot },
        ConditionExpression: "attribute_not_exists(slot)",
      }));
    } catch (error) {
      if (!isRefused(error)) throw error;
      continue;
    }
    await client.messages.create({ to: phone, from: "+491570000000", body: `See you at ${slot}` });
  }
};
