import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";

export interface Keyed {
  pk: string;
  sk: string;
}

export class Duplicate extends Error {}

export class Repository<T extends Keyed> {
  private static readonly db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

  constructor(private readonly table: string) {}

  async insert(item: T): Promise<void> {
    try {
      await Repository.db.send(new PutCommand({
        TableName: this.table,
        Item: item,
        ConditionExpression: "attribute_not_exists(pk)",
      }));
    } catch (error) {
      if ((error as Error).name === "ConditionalCheckFailedException") throw new Duplicate(`${item.pk}/${item.sk}`);
      throw error;
    }
  }

  async find({ pk, sk }: Keyed): Promise<T | undefined> {
    const { Item } = await Repository.db.send(new GetCommand({ TableName: this.table, Key: { pk, sk } }));
    return Item as T | undefined;
  }

  async list(pk: string): Promise<T[]> {
    const { Items } = await Repository.db.send(new QueryCommand({
      TableName: this.table,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
    }));
    return (Items ?? []) as T[];
  }
}
