import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";

export interface Task {
  taskId: string;
  project: string;
  title: string;
  status: "open" | "done";
}

type Image = Record<string, AttributeValue>;

export const newTask = (record: DynamoDBRecord): Task => unmarshall(record.dynamodb!.NewImage as Image) as Task;
export const oldTask = (record: DynamoDBRecord): Task => unmarshall(record.dynamodb!.OldImage as Image) as Task;
