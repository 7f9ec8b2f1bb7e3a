import type { SQSEvent } from "aws-lambda";
import { db } from "./knex";

type Weighing = { plot: string; season: number; kilograms: number };

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    const { plot, season, kilograms }: Weighing = JSON.parse(record.body);
    await db("harvests")
      .insert({ id: record.messageId, plot, season, kilograms, logged_at: new Date() })
      .onConflict("id")
      .ignore();
  }
};
