import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';

export const db = DynamoDBDocument.from(new DynamoDB({}));
export const parse = (r: any): { vehicle: string; lat: number; lon: number; at: number } =>
  JSON.parse(Buffer.from(r.kinesis.data, 'base64').toString());
