import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

interface Change {
  requestId: string;
  expectedVersion: number;
  content: string;
}

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function committed(requestId: string): Promise<boolean> {
  const { Item } = await doc.send(new GetCommand({ TableName: "requests", Key: { requestId }, ConsistentRead: true }));
  return Item !== undefined;
}

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { id } = event.pathParameters as { id: string };
  const { requestId, expectedVersion, content }: Change = JSON.parse(event.body!);
  const version = expectedVersion + 1;

  try {
    await doc.send(new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: "requests", Item: { requestId }, ConditionExpression: "attribute_not_exists(requestId)" } },
        {
          Update: {
            TableName: "documents",
            Key: { id },
            UpdateExpression: "SET content = :content, version = :next",
            ConditionExpression: "version = :expected",
            ExpressionAttributeValues: { ":content": content, ":next": version, ":expected": expectedVersion },
          },
        },
      ],
    }));
  } catch (error) {
    if ((error as Error).name !== "TransactionCanceledException") throw error;
    if (!(await committed(requestId))) return { statusCode: 409, body: JSON.stringify({ message: "the document has changed" }) };
  }
  return { statusCode: 200, body: JSON.stringify({ id, version }) };
};
