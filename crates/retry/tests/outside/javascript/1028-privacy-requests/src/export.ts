import { db, ordersOf, s3 } from './data';

export const handler = async (event: { Records: { messageId: string; body: string }[] }) => {
  for (const { messageId, body } of event.Records) {
    const { userId } = JSON.parse(body);
    const profile = await db.get({ TableName: 'privacy-profiles', Key: { userId } });
    await s3.putObject({
      Bucket: 'privacy-exports',
      Key: `${userId}/${messageId}.json`,
      Body: JSON.stringify({ profile: profile.Item ?? null, orders: await ordersOf(userId) }),
    });
  }
};
