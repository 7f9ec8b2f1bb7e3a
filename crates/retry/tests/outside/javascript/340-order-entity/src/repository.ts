import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Entity } from "./entity";

export class Repository<T extends Entity> {
  private readonly doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

  constructor(private readonly table: string) {}

  async save(entity: T): Promise<void> {
    await this.doc.send(new PutCommand({
      TableName: this.table,
      Item: entity.toItem(),
      ConditionExpression: "attribute_not_exists(id)",
    }));
  }
}
