import { setActive } from './subscriptions';

export const handler = async (event: { Records: { body: string }[] }) => {
  for (const record of event.Records) {
    const { account } = JSON.parse(record.body) as { account: string };
    await setActive(account);
  }
};
