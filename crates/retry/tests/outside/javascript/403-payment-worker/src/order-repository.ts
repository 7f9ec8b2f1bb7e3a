import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

export class OrderRepository {
  private readonly client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

  constructor(private readonly table: string) {}

  async isPaid(orderId: string): Promise<boolean> {
    const { Item } = await this.client.send(
      new GetCommand({ TableName: this.table, Key: { orderId }, ConsistentRead: true }),
    );
    return Item?.status === "PAID";
  }

  async markPaid(orderId: string, chargeId: string): Promise<void> {
    await this.client.send(
      new UpdateCommand({
        TableName: this.table,
        Key: { orderId },
        UpdateExpression: "SET #status = :paid, chargeId = :charge",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":paid": "PAID", ":charge": chargeId },
      }),
    );
  }
}
