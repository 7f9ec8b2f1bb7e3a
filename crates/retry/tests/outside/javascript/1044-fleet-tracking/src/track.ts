import { db, parse } from './db';

export const handler = async (event: { Records: any[] }) => {
  for (const record of event.Records) {
    const { vehicle, lat, lon, at } = parse(record);
    try {
      await db.update({
        TableName: 'fleet-positions',
        Key: { vehicle },
        UpdateExpression: 'SET lat = :lat, lon = :lon, #at = :at',
        ConditionExpression: 'attribute_not_exists(#at) OR #at < :at',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':lat': lat, ':lon': lon, ':at': at },
      });
    } catch (err: any) {
      if (err.name !== 'ConditionalCheckFailedException') throw err;
    }
  }
};
