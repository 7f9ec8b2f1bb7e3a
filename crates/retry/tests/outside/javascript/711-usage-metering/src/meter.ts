import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.USAGE_TABLE!;

/** Adds to the tenant's usage, once for each identity. */
export async function meter(identity: string, tenant: string, units: number): Promise<void> {
  try {
    await db.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName,
              Item: { pk: `seen#${identity}` },
              ConditionExpression: "attribute_not_exists(pk)",
            },
          },
          {
            Update: {
              TableName,
              Key: { pk: `tenant#${tenant}` },
              UpdateExpression: "ADD units :units",
              ExpressionAttributeValues: { ":units": units },
            },
          },
        ],
      }),
    );
  } catch (error) {
    const repeated =
      error instanceof TransactionCanceledException &&
      error.CancellationReasons?.[0]?.Code === "ConditionalCheckFailed";
    if (!repeated) throw error;
  }
}
