import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.DOCUMENTS_TABLE!;

export interface Document {
  tenant: string;
  id: string;
  name: string;
  content: string;
  createdAt: string;
}

export const put = async (document: Document): Promise<void> => {
  await db.send(new PutCommand({ TableName, Item: document }));
};

export const get = async (tenant: string, id: string): Promise<Document | undefined> => {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { tenant, id } }));
  return Item as Document | undefined;
};

export const remove = async (tenant: string, id: string): Promise<void> => {
  await db.send(new DeleteCommand({ TableName, Key: { tenant, id } }));
};
