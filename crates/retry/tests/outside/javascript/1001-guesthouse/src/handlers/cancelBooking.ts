import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { db, BOOKINGS, json } from '../lib/db';

export const handler = async (event: { pathParameters: { id: string } }) => {
  try {
    await db.send(new UpdateCommand({
      TableName: BOOKINGS,
      Key: { id: event.pathParameters.id },
      UpdateExpression: 'SET #s = :cancelled',
      ConditionExpression: '#s = :confirmed',
      ExpressionAttributeNames: { '#s': 'status' },
      ExpressionAttributeValues: { ':cancelled': 'CANCELLED', ':confirmed': 'CONFIRMED' },
    }));
  } catch (err: any) {
    if (err.name === 'ConditionalCheckFailedException') {
      return json(409, { message: 'booking cannot be cancelled' });
    }
    throw err;
  }
  return json(200, { id: event.pathParameters.id, status: 'CANCELLED' });
};
