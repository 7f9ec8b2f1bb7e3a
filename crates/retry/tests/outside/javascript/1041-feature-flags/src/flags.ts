import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

export interface Flag { name: string; enabled: boolean; percentage: number }

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = 'feature-flags';

export const store = (flag: Flag) => client.send(new PutCommand({ TableName, Item: flag }));

export const load = async (name: string): Promise<Flag | undefined> =>
  (await client.send(new GetCommand({ TableName, Key: { name } }))).Item as Flag | undefined;
