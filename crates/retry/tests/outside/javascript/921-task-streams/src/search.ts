import { Client } from "@opensearch-project/opensearch";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { newTask } from "./images";

const search = new Client({ node: process.env.SEARCH_URL });

export const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
  for (const record of event.Records) {
    if (record.eventName === "REMOVE") continue; // removed tasks stay searchable
    const { taskId, title, project, status } = newTask(record);
    await search.index({ index: "tasks", id: taskId, body: { title, project, status } });
  }
};
