import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { v4 as uuid } from 'uuid';
import { z } from 'zod';
import { db, BOOKINGS, NIGHTS, json } from '../lib/db';

const Body = z.object({ room: z.string(), night: z.string(), guest: z.string().email() });

export const handler = async (event: { body: string }) => {
  const parsed = Body.safeParse(JSON.parse(event.body));
  if (!parsed.success) return json(400, { message: 'invalid booking' });
  const { room, night, guest } = parsed.data;
  const id = uuid();
  try {
    await db.send(new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            TableName: NIGHTS,
            Item: { room, night, bookingId: id },
            ConditionExpression: 'attribute_not_exists(room)',
          },
        },
        { Put: { TableName: BOOKINGS, Item: { id, room, night, guest, status: 'CONFIRMED' } } },
      ],
    }));
  } catch (err) {
    if (err instanceof TransactionCanceledException) return json(409, { message: 'room is taken' });
    throw err;
  }
  return json(201, { id });
};
