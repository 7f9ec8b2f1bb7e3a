import { randomUUID } from "crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: { body: string }) => {
  const { email } = JSON.parse(event.body);
  const found = await db.send(
    new QueryCommand({
      TableName: "users",
      IndexName: "email-index",
      KeyConditionExpression: "email = :email",
      ExpressionAttributeValues: { ":email": email },
      Limit: 1,
    })
  );
  let user = found.Items?.[0];
  if (!user) {
    user = { userId: randomUUID(), email };
    await db.send(new PutCommand({ TableName: "users", Item: user }));
  }
  return { statusCode: 200, body: JSON.stringify({ userId: user.userId }) };
};
