import { unmarshall } from '@aws-sdk/util-dynamodb';
import { client, index } from './client';

export const handler = async (event: { Records: any[] }) => {
  for (const record of event.Records) {
    const { id } = unmarshall(record.dynamodb.Keys);
    if (record.eventName === 'REMOVE') {
      await client.delete({ index, id }, { ignore: [404] });
      continue;
    }
    const { title, ingredients, minutes } = unmarshall(record.dynamodb.NewImage);
    await client.index({ index, id, body: { title, ingredients, minutes } });
  }
};
