import { decode, docs } from './shared';

const hourOf = (ts: number) => new Date(ts).toISOString().slice(0, 13);

export const handler = async (event: { Records: any[] }) => {
  for (const record of event.Records) {
    const r = decode(record);
    await docs.update({
      TableName: 'gh-hourly',
      Key: { deviceId: r.deviceId, hour: hourOf(r.ts) },
      UpdateExpression: 'ADD samples :one, tempSum :t, humSum :h',
      ExpressionAttributeValues: { ':one': 1, ':t': r.temperature, ':h': r.humidity },
    });
  }
};
