import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function append(entry: { entry: string; account: string; cents: number; memo: string }) {
  try {
    await ddb.send(new PutCommand({
      TableName: 'payment-ledger',
      Item: entry,
      ConditionExpression: 'attribute_not_exists(entry)',
    }));
  } catch (err) {
    if ((err as Error).name === 'ConditionalCheckFailedException') return;
    throw err;
  }
}
