import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export type Outcome = 'done' | 'already-done' | 'insufficient';

export async function change(operation: string, wallet: string, cents: number): Promise<Outcome> {
  try {
    await ddb.send(new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            TableName: process.env.OPERATIONS,
            Item: { operation },
            ConditionExpression: 'attribute_not_exists(operation)',
          },
        },
        {
          Update: {
            TableName: process.env.WALLETS,
            Key: { wallet },
            UpdateExpression: 'ADD cents :c',
            ...(cents < 0
              ? { ConditionExpression: 'cents >= :n', ExpressionAttributeValues: { ':c': cents, ':n': -cents } }
              : { ExpressionAttributeValues: { ':c': cents } }),
          },
        },
      ],
    }));
    return 'done';
  } catch (err) {
    if (!(err instanceof TransactionCanceledException)) throw err;
    return err.CancellationReasons?.[0]?.Code === 'ConditionalCheckFailed' ? 'already-done' : 'insufficient';
  }
}

export async function cents(wallet: string): Promise<number> {
  const { Item } = await ddb.send(new GetCommand({ TableName: process.env.WALLETS, Key: { wallet } }));
  return Item?.cents ?? 0;
}
