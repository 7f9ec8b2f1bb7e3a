import middy from '@middy/core';
import { byAccount } from './subscriptions';

const get = async (event: any) => {
  const found = await byAccount(event.pathParameters.account);
  if (!found) return { statusCode: 404, body: '' };
  return { statusCode: 200, body: JSON.stringify({ account: found.account, status: found.status }) };
};

export const handler = middy(get);
