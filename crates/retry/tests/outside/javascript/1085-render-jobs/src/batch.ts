import type { SQSEvent } from "aws-lambda";
import { start } from "./machine";

export const handler = async (event: SQSEvent) => {
  for (const record of event.Records) {
    const { scene, frames } = JSON.parse(record.body);
    await start({ scene, frames });
  }
  return { batchItemFailures: [] };
};
