import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { db } from './db';

export const handler = async (event: any) => {
  const domain = event.request.userAttributes.email.split('@')[1].toLowerCase();
  const { Item } = await db.send(new GetCommand({ TableName: 'signup-blocklist', Key: { domain } }));
  if (Item) throw new Error('This mail domain is not accepted');
  event.response.autoConfirmUser = domain === 'acme.example';
  return event;
};
