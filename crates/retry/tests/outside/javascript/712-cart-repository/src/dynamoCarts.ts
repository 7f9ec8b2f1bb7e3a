import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { type Cart, type Carts, ConflictError } from "./cart";

export class DynamoCarts implements Carts {
  private readonly client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

  constructor(private readonly table: string) {}

  async load(user: string): Promise<Cart> {
    const { Item } = await this.client.send(
      new GetCommand({ TableName: this.table, Key: { user }, ConsistentRead: true }),
    );
    return (Item as Cart | undefined) ?? { user, version: 0, items: {}, applied: [] };
  }

  async save(cart: Cart): Promise<void> {
    try {
      await this.client.send(
        new PutCommand({
          TableName: this.table,
          Item: { ...cart, version: cart.version + 1 },
          ConditionExpression: "attribute_not_exists(#version) OR #version = :version",
          ExpressionAttributeNames: { "#version": "version" },
          ExpressionAttributeValues: { ":version": cart.version },
        }),
      );
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) throw new ConflictError(cart.user);
      throw error;
    }
  }
}
