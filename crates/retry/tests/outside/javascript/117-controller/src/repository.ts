import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

export interface Task {
  id: string;
  title: string;
}

export interface TaskRepository {
  insert(task: Task): Promise<boolean>;
}

export class DynamoTaskRepository implements TaskRepository {
  constructor(private readonly client: DynamoDBDocumentClient, private readonly table: string) {}

  async insert(task: Task): Promise<boolean> {
    try {
      await this.client.send(
        new PutCommand({
          TableName: this.table,
          Item: task,
          ConditionExpression: "attribute_not_exists(id)",
        })
      );
      return true;
    } catch (error: any) {
      if (error.name === "ConditionalCheckFailedException") return false;
      throw error;
    }
  }
}
