import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";

interface Input {
  before: number;
}

interface Output {
  deleted: number;
}

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "sessions";

async function* expired(before: number): AsyncGenerator<string> {
  const pages = paginateScan(
    { client },
    {
      TableName,
      FilterExpression: "expiresAt < :before",
      ExpressionAttributeValues: { ":before": before },
      ProjectionExpression: "sessionId",
    },
  );
  for await (const page of pages) {
    for (const item of page.Items ?? []) yield item.sessionId;
  }
}

export const handler = async ({ before }: Input): Promise<Output> => {
  let deleted = 0;
  for await (const sessionId of expired(before)) {
    await client.send(new DeleteCommand({ TableName, Key: { sessionId } }));
    deleted += 1;
  }
  return { deleted };
};
