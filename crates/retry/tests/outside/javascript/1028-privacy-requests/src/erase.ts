import { db, ordersOf, s3 } from './data';

export const handler = async (event: { Records: { body: string }[] }) => {
  for (const record of event.Records) {
    const { userId } = JSON.parse(record.body);
    for (const order of await ordersOf(userId)) {
      await db.delete({ TableName: 'privacy-orders', Key: { userId, orderId: order.orderId } });
    }
    await s3.deleteObject({ Bucket: 'privacy-avatars', Key: `${userId}.png` });
    await db.delete({ TableName: 'privacy-profiles', Key: { userId } });
  }
};
