import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { db, parse } from './db';

const bus = new EventBridgeClient({});
const zoneOf = (lat: number, lon: number) => `${Math.floor(lat * 10)}:${Math.floor(lon * 10)}`;

export const handler = async (event: { Records: any[] }) => {
  for (const record of event.Records) {
    const { vehicle, lat, lon } = parse(record);
    const zone = zoneOf(lat, lon);
    const known = await db.get({ TableName: 'fleet-zones', Key: { vehicle } });
    if (known.Item?.zone === zone) continue;
    await db.put({ TableName: 'fleet-zones', Item: { vehicle, zone } });
    await bus.send(new PutEventsCommand({
      Entries: [{
        Source: 'fleet',
        DetailType: 'ZoneEntered',
        Detail: JSON.stringify({ vehicle, from: known.Item?.zone, to: zone }),
      }],
    }));
  }
};
