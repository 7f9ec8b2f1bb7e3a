import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';

const db = DynamoDBDocument.from(new DynamoDB({}));

export class UserExists extends Error {}

export const users = {
  async create(email: string, passwordHash: string) {
    try {
      await db.put({
        TableName: 'auth-users',
        Item: { email, passwordHash },
        ConditionExpression: 'attribute_not_exists(email)',
      });
    } catch (e: any) {
      if (e.name === 'ConditionalCheckFailedException') throw new UserExists(email);
      throw e;
    }
  },
  async byEmail(email: string) {
    return (await db.get({ TableName: 'auth-users', Key: { email } })).Item;
  },
};

export const tokens = {
  find: async (token: string) => (await db.get({ TableName: 'auth-refresh-tokens', Key: { token } })).Item,
  replace: (used: string, fresh: string, email: string) =>
    db.transactWrite({
      TransactItems: [
        { Delete: { TableName: 'auth-refresh-tokens', Key: { token: used } } },
        { Put: { TableName: 'auth-refresh-tokens', Item: { token: fresh, email } } },
      ],
    }),
};
