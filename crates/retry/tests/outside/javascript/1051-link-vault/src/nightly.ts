import type { ScheduledEvent } from "aws-lambda";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { db } from "./store";

export const handler = async (event: ScheduledEvent): Promise<void> => {
  const day = event.time.slice(0, 10);
  const { Count } = await db.send(new ScanCommand({ TableName: process.env.LINKS!, Select: "COUNT" }));
  console.log("links tonight", { day, Count });
  await db.send(new PutCommand({ TableName: process.env.STATS!, Item: { day, links: Count ?? 0 } }));
};
