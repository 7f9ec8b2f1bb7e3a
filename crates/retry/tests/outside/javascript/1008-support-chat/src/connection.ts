import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';

export const db = DynamoDBDocument.from(new DynamoDB({}));
export const TableName = 'chat-connections';

export const connect = async (event: any) => {
  const { connectionId } = event.requestContext;
  const nick = event.queryStringParameters?.nick ?? 'guest';
  await db.put({ TableName, Item: { connectionId, nick } });
  return { statusCode: 200, body: 'connected' };
};

export const disconnect = async (event: any) => {
  const { connectionId } = event.requestContext;
  await db.delete({ TableName, Key: { connectionId } });
  return { statusCode: 200, body: 'bye' };
};
