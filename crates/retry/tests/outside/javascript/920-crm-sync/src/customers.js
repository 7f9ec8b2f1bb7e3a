import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});
const TableName = process.env.CUSTOMERS_TABLE;

export const saveCustomer = (customer) => db.send(new PutCommand({ TableName, Item: customer }));

export const loadCustomer = async (id) => {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { id } }));
  return Item;
};
