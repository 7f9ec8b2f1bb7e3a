import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { DynamoTaskRepository, type TaskRepository } from "./repository";

class TaskController {
  constructor(private repository: TaskRepository) {}

  create = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
    const task = JSON.parse(event.body!);
    const created = await this.repository.insert({ id: task.id, title: task.title });
    if (!created) return { statusCode: 409, body: JSON.stringify({ message: "exists" }) };
    return { statusCode: 201, body: JSON.stringify(task) };
  };
}

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const controller = new TaskController(new DynamoTaskRepository(client, "tasks"));

export const createTask = controller.create;
