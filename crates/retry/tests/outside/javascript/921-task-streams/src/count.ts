import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { docs } from "./docs";
import { newTask, oldTask } from "./images";

const add = (project: string, amount: number) =>
  docs.send(
    new UpdateCommand({
      TableName: process.env.COUNTS_TABLE,
      Key: { project },
      UpdateExpression: "ADD tasks :n",
      ExpressionAttributeValues: { ":n": amount },
    }),
  );

export const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
  for (const record of event.Records) {
    if (record.eventName === "INSERT") await add(newTask(record).project, 1);
    if (record.eventName === "REMOVE") await add(oldTask(record).project, -1);
  }
};
