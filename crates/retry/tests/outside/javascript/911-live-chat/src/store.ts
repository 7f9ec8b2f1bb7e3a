import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";

const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CONNECTIONS_TABLE;

export const add = (connectionId: string) => documents.send(new PutCommand({ TableName, Item: { connectionId } }));

export const remove = (connectionId: string) =>
  documents.send(new DeleteCommand({ TableName, Key: { connectionId } }));

export const all = async (): Promise<string[]> => {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName, ProjectionExpression: "connectionId" }));
  return Items.map((item) => item.connectionId as string);
};
