import type { DynamoDBStreamEvent } from "aws-lambda";
import { addPoints } from "./points";

export const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
  for (const record of event.Records) {
    if (record.eventName !== "INSERT") continue;
    const image = record.dynamodb!.NewImage!;
    const cents = parseInt(image.cents.N!, 10);
    await addPoints(record.eventID!, image.member.S!, Math.floor(cents / 100));
  }
};
