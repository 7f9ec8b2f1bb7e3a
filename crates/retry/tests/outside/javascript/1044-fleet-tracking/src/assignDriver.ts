import { db } from './db';

export const handler = async (event: any) => {
  const { driver } = JSON.parse(event.body ?? '{}');
  if (typeof driver !== 'string') return { statusCode: 400, body: 'driver is missing' };
  await db.update({
    TableName: 'fleet-positions',
    Key: { vehicle: event.pathParameters.id },
    UpdateExpression: 'SET driver = :d',
    ExpressionAttributeValues: { ':d': driver },
  });
  return { statusCode: 204 };
};
