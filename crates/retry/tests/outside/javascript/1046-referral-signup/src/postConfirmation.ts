import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { db } from './db';

/** Returns false if the member exists, so that a referral is not counted twice. */
async function createMember(sub: string, email: string): Promise<boolean> {
  try {
    await db.send(new PutCommand({
      TableName: 'referral-members',
      Item: { sub, email, plan: 'free' },
      ConditionExpression: 'attribute_not_exists(#sub)',
      ExpressionAttributeNames: { '#sub': 'sub' },
    }));
    return true;
  } catch (err: any) {
    if (err.name === 'ConditionalCheckFailedException') return false;
    throw err;
  }
}

export const handler = async (event: any) => {
  const { sub, email, 'custom:referrer': referrer } = event.request.userAttributes;
  const created = await createMember(sub, email);
  if (created && referrer) {
    await db.send(new UpdateCommand({
      TableName: 'referral-counts',
      Key: { code: referrer },
      UpdateExpression: 'ADD members :one',
      ExpressionAttributeValues: { ':one': 1 },
    }));
  }
  return event;
};
