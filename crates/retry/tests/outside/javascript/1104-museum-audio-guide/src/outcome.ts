import type { EventBridgeEvent } from "aws-lambda";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";

const db = new DynamoDBClient({});

enum JobStatus {
  Completed = "COMPLETED",
  Failed = "FAILED",
}

interface Detail {
  TranscriptionJobName: string;
  TranscriptionJobStatus: JobStatus;
  FailureReason?: string;
}

export const handler = async (
  event: EventBridgeEvent<"Transcribe Job State Change", Detail>,
): Promise<void> => {
  const { TranscriptionJobName: job, TranscriptionJobStatus: status, FailureReason: reason } = event.detail;
  if (status !== JobStatus.Completed && status !== JobStatus.Failed) return;

  await db.send(new PutItemCommand({
    TableName: process.env.GUIDES,
    Item: marshall({
      job,
      ready: status === JobStatus.Completed,
      reason: reason ?? "",
      at: event.time,
    }),
  }));
};
