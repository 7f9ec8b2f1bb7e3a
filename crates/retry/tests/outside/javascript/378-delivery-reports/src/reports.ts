import type { SNSEvent, SNSEventRecord } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

type Outcome = "delivered" | "bounced";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const idOf = ({ Sns }: SNSEventRecord): string => JSON.parse(Sns.Message).mail.messageId;

async function record(mailId: string, outcome: Outcome): Promise<void> {
  await doc.send(new UpdateCommand({
    TableName: process.env.MAILS_TABLE,
    Key: { mailId },
    UpdateExpression: "SET outcome = :outcome, reportedAt = :now",
    ExpressionAttributeValues: { ":outcome": outcome, ":now": new Date().toISOString() },
  }));
}

const reporter = (outcome: Outcome) => async (event: SNSEvent): Promise<void> => {
  for (const entry of event.Records) await record(idOf(entry), outcome);
};

export const delivered = reporter("delivered");
export const bounced = reporter("bounced");
