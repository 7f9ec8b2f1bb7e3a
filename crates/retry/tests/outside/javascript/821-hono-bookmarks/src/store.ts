import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
} from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.BOOKMARKS_TABLE!;

export interface Bookmark {
  slug: string;
  url: string;
  title: string;
}

export const find = async (slug: string) =>
  (await ddb.send(new GetCommand({ TableName, Key: { slug } }))).Item as Bookmark | undefined;

export const save = async (bookmark: Bookmark) => {
  await ddb.send(new PutCommand({ TableName, Item: bookmark }));
};

export const remove = async (slug: string) => {
  await ddb.send(new DeleteCommand({ TableName, Key: { slug } }));
};

export const all = async () => ((await ddb.send(new ScanCommand({ TableName }))).Items ?? []) as Bookmark[];
