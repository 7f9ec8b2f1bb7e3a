import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

export enum SeatState {
  Held = "HELD",
  Sold = "SOLD",
}

export class SeatTaken extends Error {
  constructor(readonly screening: string) {
    super(`a seat of ${screening} is taken`);
    this.name = "SeatTaken";
  }
}

export class SeatService {
  private readonly db: DynamoDBDocument;

  constructor(private readonly table: string, client = new DynamoDBClient({})) {
    this.db = DynamoDBDocument.from(client);
  }

  async hold(holdId: string, screening: string, seats: readonly string[]): Promise<void> {
    try {
      await this.db.transactWrite({
        ClientRequestToken: holdId,
        TransactItems: seats.map((seat) => ({
          Put: {
            TableName: this.table,
            Item: { screening, seat, holder: holdId, state: SeatState.Held },
            ConditionExpression: "attribute_not_exists(seat)",
          },
        })),
      });
    } catch (error) {
      if ((error as Error).name === "TransactionCanceledException") throw new SeatTaken(screening);
      throw error;
    }
  }

  async confirm(holdId: string, screening: string, seat: string): Promise<boolean> {
    try {
      await this.db.update({
        TableName: this.table,
        Key: { screening, seat },
        UpdateExpression: "SET #state = :sold",
        ConditionExpression: "holder = :holder",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":sold": SeatState.Sold, ":holder": holdId },
      });
      return true;
    } catch (error) {
      if ((error as Error).name === "ConditionalCheckFailedException") return false;
      throw error;
    }
  }

  async map(screening: string): Promise<Record<string, SeatState>> {
    const { Items = [] } = await this.db.query({
      TableName: this.table,
      KeyConditionExpression: "screening = :screening",
      ExpressionAttributeValues: { ":screening": screening },
    });
    return Object.fromEntries(Items.map((item) => [item.seat, item.state]));
  }
}
