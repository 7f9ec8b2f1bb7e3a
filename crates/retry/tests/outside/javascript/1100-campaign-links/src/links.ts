import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function urlOf(slug: string): Promise<string | undefined> {
  const { Item } = await db.send(new GetCommand({ TableName: process.env.LINKS, Key: { slug } }));
  return Item?.url;
}

export async function claim(slug: string, url: string): Promise<boolean> {
  try {
    await db.send(new PutCommand({
      TableName: process.env.LINKS,
      Item: { slug, url },
      ConditionExpression: "attribute_not_exists(slug) OR #u = :u",
      ExpressionAttributeNames: { "#u": "url" },
      ExpressionAttributeValues: { ":u": url },
    }));
    return true;
  } catch (error) {
    if ((error as Error).name === "ConditionalCheckFailedException") return false;
    throw error;
  }
}
