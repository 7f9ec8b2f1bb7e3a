import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});
const TableName = process.env.SUBSCRIBERS_TABLE!;

export interface Subscriber {
  email: string;
  name?: string;
  status: "active" | "unsubscribed";
  createdAt: string;
}

/** Adds a subscriber; somebody who is already on the list stays as they are. */
export async function addSubscriber(subscriber: Subscriber): Promise<void> {
  try {
    await client.send(
      new PutCommand({
        TableName,
        Item: subscriber,
        ConditionExpression: "attribute_not_exists(email)",
      }),
    );
  } catch (err) {
    if (err instanceof ConditionalCheckFailedException) {
      console.log("already on the list", subscriber.email);
      return;
    }
    throw err;
  }
}

export async function removeSubscriber(email: string): Promise<void> {
  await client.send(
    new UpdateCommand({
      TableName,
      Key: { email },
      UpdateExpression: "SET #s = :unsubscribed, unsubscribedAt = :now",
      ExpressionAttributeNames: { "#s": "status" },
      ExpressionAttributeValues: { ":unsubscribed": "unsubscribed", ":now": new Date().toISOString() },
    }),
  );
}
