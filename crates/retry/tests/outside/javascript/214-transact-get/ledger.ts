import {
  DynamoDBClient,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

type Transfer = { id: string; from: string; to: string; cents: number };

const change = (account: string, by: number) => ({
  Update: {
    TableName: "balances",
    Key: { account },
    UpdateExpression: "ADD cents :by",
    ExpressionAttributeValues: { ":by": by },
  },
});

export async function move({ id, from, to, cents }: Transfer): Promise<string> {
  try {
    await client.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: "transfers",
              Item: { id, from, to, cents },
              ConditionExpression: "attribute_not_exists(id)",
            },
          },
          change(from, -cents),
          change(to, cents),
        ],
      }),
    );
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    if (error.CancellationReasons?.[0]?.Code !== "ConditionalCheckFailed") throw error;
  }
  return "moved";
}

export async function loosely({ from, to, cents }: Transfer): Promise<string> {
  await client.send(
    new TransactWriteCommand({ TransactItems: [change(from, -cents), change(to, cents)] }),
  );
  return "moved";
}
