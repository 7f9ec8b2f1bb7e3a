import { docs } from './shared';

export const handler = async (event: any) => {
  const since = Number(event.queryStringParameters?.since ?? 0);
  const { Items = [] } = await docs.query({
    TableName: 'gh-readings',
    KeyConditionExpression: 'deviceId = :d AND ts >= :s',
    ExpressionAttributeValues: { ':d': event.pathParameters.id, ':s': since },
    Limit: 500,
  });
  return { statusCode: 200, body: JSON.stringify(Items) };
};
