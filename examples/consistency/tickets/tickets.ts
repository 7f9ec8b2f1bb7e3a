// The application's own code: the AWS SDK, nothing of Aplomb.
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

/** Reads, decides, and writes back: whoever comes between is overwritten. */
export async function reserve(show: string, seats: number): Promise<boolean> {
  const found = await client.send(
    new GetCommand({ TableName: "shows", Key: { id: show }, ConsistentRead: true }),
  );
  if (found.Item === undefined || found.Item.free < seats) return false;
  const item = { id: show, free: found.Item.free - seats, sold: found.Item.sold + seats };
  await client.send(new PutCommand({ TableName: "shows", Item: item }));
  return true;
}

/** Lets the database decide, in one conditional update. */
export async function reserveAtOnce(show: string, seats: number): Promise<boolean> {
  try {
    await client.send(
      new UpdateCommand({
        TableName: "shows",
        Key: { id: show },
        UpdateExpression: "SET free = free - :n, sold = sold + :n",
        ConditionExpression: "free >= :n",
        ExpressionAttributeValues: { ":n": seats },
      }),
    );
    return true;
  } catch {
    return false;
  }
}
