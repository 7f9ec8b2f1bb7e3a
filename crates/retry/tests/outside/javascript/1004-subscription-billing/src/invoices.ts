import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = 'billing-invoices';

export const setStatus = (invoiceId: string, status: 'paid' | 'past_due' | 'void') =>
  db.send(new UpdateCommand({
    TableName,
    Key: { invoiceId },
    UpdateExpression: 'SET #st = :st',
    ExpressionAttributeNames: { '#st': 'status' },
    ExpressionAttributeValues: { ':st': status },
  }));

export const status = async (event: any) => {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { invoiceId: event.pathParameters.id } }));
  if (!Item) return { statusCode: 404 };
  return { statusCode: 200, body: JSON.stringify({ id: Item.invoiceId, status: Item.status }) };
};
