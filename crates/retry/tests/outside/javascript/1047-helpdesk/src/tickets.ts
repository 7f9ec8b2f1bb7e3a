import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = 'helpdesk-tickets';

export interface Ticket { id: string; subject: string; status: 'open' | 'closed'; closedAt?: string }

export class TicketRepository {
  async find(id: string) {
    const { Item } = await ddb.send(new GetCommand({ TableName, Key: { id } }));
    return Item as Ticket | undefined;
  }

  /** Creates the ticket, or returns the one that a former request with this id has created. */
  async open(id: string, subject: string): Promise<Ticket> {
    const ticket: Ticket = { id, subject, status: 'open' };
    try {
      await ddb.send(new PutCommand({ TableName, Item: ticket, ConditionExpression: 'attribute_not_exists(id)' }));
      return ticket;
    } catch (err: any) {
      if (err.name !== 'ConditionalCheckFailedException') throw err;
      return (await this.find(id))!;
    }
  }

  async close(id: string) {
    await ddb.send(new UpdateCommand({
      TableName,
      Key: { id },
      UpdateExpression: 'SET #s = :closed, closedAt = if_not_exists(closedAt, :now)',
      ExpressionAttributeNames: { '#s': 'status' },
      ExpressionAttributeValues: { ':closed': 'closed', ':now': new Date().toISOString() },
    }));
  }
}
