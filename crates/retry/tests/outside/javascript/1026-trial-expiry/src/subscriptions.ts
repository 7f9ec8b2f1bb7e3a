import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

const TableName = 'trial-subscriptions';
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const endedTrials = async (now: string) => {
  const { Items = [] } = await db.send(new ScanCommand({
    TableName,
    FilterExpression: '#s = :trial AND trialEndsAt < :now',
    ExpressionAttributeNames: { '#s': 'status' },
    ExpressionAttributeValues: { ':trial': 'trial', ':now': now },
  }));
  return Items.map((i) => i.account as string);
};

/** A trial expires; whatever else a subscription is, it stays. */
export const expire = async (account: string) => {
  try {
    await db.send(new UpdateCommand({
      TableName,
      Key: { account },
      UpdateExpression: 'SET #s = :expired',
      ConditionExpression: '#s = :trial',
      ExpressionAttributeNames: { '#s': 'status' },
      ExpressionAttributeValues: { ':expired': 'expired', ':trial': 'trial' },
    }));
  } catch (e: any) {
    if (e.name !== 'ConditionalCheckFailedException') throw e;
  }
};

export const setActive = (account: string) =>
  db.send(new UpdateCommand({
    TableName,
    Key: { account },
    UpdateExpression: 'SET #s = :active',
    ExpressionAttributeNames: { '#s': 'status' },
    ExpressionAttributeValues: { ':active': 'active' },
  }));

export const byAccount = async (account: string) =>
  (await db.send(new GetCommand({ TableName, Key: { account } }))).Item;
