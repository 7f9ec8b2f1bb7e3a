import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

export interface Note {
  id: string;
  title: string;
  text: string;
}

export class NoteRepository {
  private readonly client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

  constructor(private readonly table: string) {}

  async find(id: string): Promise<Note | undefined> {
    const { Item } = await this.client.send(new GetCommand({ TableName: this.table, Key: { id } }));
    return Item as Note | undefined;
  }

  async save(note: Note): Promise<void> {
    await this.client.send(new PutCommand({ TableName: this.table, Item: note }));
  }

  async remove(id: string): Promise<void> {
    await this.client.send(new DeleteCommand({ TableName: this.table, Key: { id } }));
  }
}
