import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { S3 } from '@aws-sdk/client-s3';

export const db = DynamoDBDocument.from(new DynamoDB({}));
export const s3 = new S3({});

export const ordersOf = async (userId: string) => {
  const { Items = [] } = await db.query({
    TableName: 'privacy-orders',
    KeyConditionExpression: 'userId = :u',
    ExpressionAttributeValues: { ':u': userId },
  });
  return Items;
};
