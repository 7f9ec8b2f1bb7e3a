import { db } from './db';

export const handler = async (event: any) => {
  const { Item } = await db.get({ TableName: 'fleet-positions', Key: { vehicle: event.pathParameters.id } });
  return Item ? { statusCode: 200, body: JSON.stringify(Item) } : { statusCode: 404 };
};
