import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.RESULTS_TABLE;

export interface Result {
  imageKey: string;
  rejected: boolean;
  labels: string[];
}

export const saveResult = async (result: Result) => {
  await doc.send(new PutCommand({ TableName, Item: result }));
};

export const rejectedResults = async (): Promise<Result[]> => {
  const { Items } = await doc.send(
    new ScanCommand({
      TableName,
      FilterExpression: "rejected = :yes",
      ExpressionAttributeValues: { ":yes": true },
    }),
  );
  return (Items ?? []) as Result[];
};
