import { db } from './db';

export const redeem = async (event: any) => {
  try {
    await db.update({
      TableName: 'perk-coupons',
      Key: { code: event.pathParameters.code },
      UpdateExpression: 'SET remaining = remaining - :one',
      ConditionExpression: 'remaining > :zero',
      ExpressionAttributeValues: { ':one': 1, ':zero': 0 },
    });
  } catch (err: any) {
    if (err.name === 'ConditionalCheckFailedException') return { statusCode: 410, body: 'used up' };
    throw err;
  }
  return { statusCode: 200, body: 'redeemed' };
};
