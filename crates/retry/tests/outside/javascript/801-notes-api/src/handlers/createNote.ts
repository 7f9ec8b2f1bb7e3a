import { randomUUID } from "node:crypto";
import type { APIGatewayProxyHandlerV2 } from "aws-lambda";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { z } from "zod";
import { ddb, NOTES_TABLE } from "../lib/db";
import { json } from "../lib/http";

const NewNote = z.object({
  title: z.string().min(1).max(200),
  text: z.string().max(10_000),
  tags: z.array(z.string()).default([]),
});

export const handler: APIGatewayProxyHandlerV2 = async (event) => {
  const parsed = NewNote.safeParse(JSON.parse(event.body ?? "{}"));
  if (!parsed.success) {
    return json(400, { message: "Invalid note", issues: parsed.error.issues });
  }

  const note = {
    noteId: randomUUID(),
    ...parsed.data,
    archived: false,
    createdAt: new Date().toISOString(),
  };
  await ddb.send(new PutCommand({ TableName: NOTES_TABLE, Item: note }));
  return json(201, note);
};
