import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

export type Note = { id: string; text: string; version: number };

export class NoteRepository {
  private readonly client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

  constructor(private readonly table: string) {}

  async load(id: string): Promise<Note | undefined> {
    const out = await this.client.send(new GetCommand({ TableName: this.table, Key: { id }, ConsistentRead: true }));
    return out.Item as Note | undefined;
  }

  /** Keeps the newest version, whatever the order in which versions arrive. */
  async save(note: Note): Promise<void> {
    try {
      await this.client.send(new PutCommand({
        TableName: this.table,
        Item: note,
        ConditionExpression: 'attribute_not_exists(id) OR version < :v',
        ExpressionAttributeValues: { ':v': note.version },
      }));
    } catch (err) {
      if (!(err instanceof ConditionalCheckFailedException)) throw err;
    }
  }
}
