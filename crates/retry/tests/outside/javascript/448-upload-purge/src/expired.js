import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";

export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const TableName = process.env.UPLOADS_TABLE;

export async function expired(cutoff) {
  const found = [];
  const pages = paginateScan(
    { client },
    {
      TableName,
      ProjectionExpression: "id, objectKey",
      FilterExpression: "expiresAt < :cutoff",
      ExpressionAttributeValues: { ":cutoff": cutoff },
    },
  );
  for await (const page of pages) {
    found.push(...page.Items);
  }
  return found;
}
