import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { db, BOOKINGS, json } from '../lib/db';

export const handler = async (event: { pathParameters: { id: string } }) => {
  const { Item } = await db.send(new GetCommand({ TableName: BOOKINGS, Key: { id: event.pathParameters.id } }));
  return Item ? json(200, Item) : json(404, { message: 'not found' });
};
