import Fastify from "fastify";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.NOTES;

interface NoteRoute {
  Params: { id: string };
  Body: { title: string; text: string };
}

export const app = Fastify({ logger: false });

app.get<NoteRoute>("/notes/:id", async (request, reply) => {
  const { Item } = await db.get({ TableName, Key: { id: request.params.id } });
  if (!Item) return reply.code(404).send({ message: "No such note" });
  return Item;
});

app.put<NoteRoute>("/notes/:id", async (request) => {
  const note = { id: request.params.id, title: request.body.title, text: request.body.text };
  await db.put({ TableName, Item: note });
  return note;
});

app.delete<NoteRoute>("/notes/:id", async (request, reply) => {
  await db.delete({ TableName, Key: { id: request.params.id } });
  return reply.code(204).send();
});
