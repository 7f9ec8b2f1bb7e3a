import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { docs } from "./docs";
import { newTask, oldTask } from "./images";

export const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
  for (const record of event.Records) {
    await docs.send(
      new PutCommand({
        TableName: process.env.AUDIT_TABLE,
        Item: {
          eventId: record.eventID,
          action: record.eventName,
          at: record.dynamodb!.ApproximateCreationDateTime,
          before: record.dynamodb!.OldImage ? oldTask(record) : null,
          after: record.dynamodb!.NewImage ? newTask(record) : null,
        },
      }),
    );
  }
};
