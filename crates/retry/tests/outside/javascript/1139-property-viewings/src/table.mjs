import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export class Table {
  constructor(name) {
    this.name = name;
  }

  /** Returns false if the condition does not hold. */
  async putIf(item, condition, values) {
    try {
      await db.send(new PutCommand({
        TableName: this.name,
        Item: item,
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
      }));
      return true;
    } catch (error) {
      if (error.name === "ConditionalCheckFailedException") return false;
      throw error;
    }
  }

  async all() {
    const { Items } = await db.send(new ScanCommand({ TableName: this.name }));
    return Items ?? [];
  }
}
