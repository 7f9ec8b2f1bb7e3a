import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';

export const docs = DynamoDBDocument.from(new DynamoDB({}));

export interface Reading { deviceId: string; ts: number; temperature: number; humidity: number }

export const decode = (record: any): Reading =>
  JSON.parse(Buffer.from(record.kinesis.data, 'base64').toString('utf8'));
