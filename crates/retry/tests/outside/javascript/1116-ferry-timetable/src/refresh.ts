import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { db, TableName } from "./db";

const ROUTES = ["north", "south"] as const;

async function fetchTimetable(route: string): Promise<string[]> {
  const response = await fetch(`${process.env.OPERATOR_URL}/routes/${route}/departures`);
  if (!response.ok) throw new Error(`operator answered ${response.status}`);
  return (await response.json()) as string[];
}

export const handler = async (): Promise<void> => {
  for (const route of ROUTES) {
    const departures = await fetchTimetable(route);
    await db.send(new PutCommand({ TableName, Item: { route, departures } }));
  }
};
