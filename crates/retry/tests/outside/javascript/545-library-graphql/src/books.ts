import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.BOOKS!;

export interface Book {
  isbn: string;
  title: string;
  author: string;
}

export async function find(isbn: string) {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { isbn }, ConsistentRead: true }));
  return Item ?? null;
}

export async function byAuthor(author: string) {
  const { Items } = await db.send(
    new QueryCommand({
      TableName,
      IndexName: "byAuthor",
      KeyConditionExpression: "author = :author",
      ExpressionAttributeValues: { ":author": author },
    }),
  );
  return Items ?? [];
}

export async function add({ isbn, title, author }: Book) {
  try {
    await db.send(
      new PutCommand({
        TableName,
        Item: { isbn, title, author },
        ConditionExpression: "attribute_not_exists(isbn)",
      }),
    );
  } catch (err: any) {
    if (err.name !== "ConditionalCheckFailedException") throw err;
  }
  return find(isbn);
}
