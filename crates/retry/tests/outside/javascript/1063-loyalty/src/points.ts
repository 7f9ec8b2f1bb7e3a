import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.POINTS!;

// Single table: SEEN#<event> rows remember what was counted, MEMBER rows carry the points.
export async function addPoints(eventId: string, member: string, points: number): Promise<void> {
  try {
    await db.send(new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            TableName,
            Item: { pk: `SEEN#${eventId}`, sk: "-", ttl: Math.floor(Date.now() / 1000) + 7 * 86400 },
            ConditionExpression: "attribute_not_exists(pk)",
          },
        },
        {
          Update: {
            TableName,
            Key: { pk: "MEMBER", sk: member },
            UpdateExpression: "ADD points :p",
            ExpressionAttributeValues: { ":p": points },
          },
        },
      ],
    }));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    if (error.CancellationReasons?.[0].Code !== "ConditionalCheckFailed") throw error;
  }
}

export async function members() {
  const { Items = [] } = await db.send(new QueryCommand({
    TableName,
    KeyConditionExpression: "pk = :m",
    ExpressionAttributeValues: { ":m": "MEMBER" },
  }));
  return Items.map((item) => ({ member: item.sk as string, points: item.points as number }));
}
