import type { SQSEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

interface Application {
  applicationId: string;
  applicant: string;
  amount: number;
}

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function score(applicant: string): Promise<number> {
  const response = await fetch(`https://risk.example/v1/applicants/${encodeURIComponent(applicant)}/score`);
  if (!response.ok) throw new Error(`risk service: ${response.status}`);
  const { value } = (await response.json()) as { value: number };
  return value;
}

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    const application: Application = JSON.parse(record.body);
    const risk = await score(application.applicant);
    const TableName = risk > 0.7 ? "manual-reviews" : "approvals";
    await doc.send(new PutCommand({ TableName, Item: { ...application } }));
  }
};
