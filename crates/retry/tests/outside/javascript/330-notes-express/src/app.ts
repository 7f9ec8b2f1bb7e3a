import express, { Request, Response } from "express";
import serverless from "serverless-http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.NOTES_TABLE!;

const app = express();
app.use(express.json());

app.get("/notes/:id", async (req: Request, res: Response) => {
  const { Item } = await doc.send(new GetCommand({ TableName, Key: { id: req.params.id } }));
  if (!Item) {
    res.status(404).json({ message: "no such note" });
    return;
  }
  res.json({ id: Item.id, text: Item.text });
});

app.put("/notes/:id", async (req: Request, res: Response) => {
  const { text } = req.body;
  await doc.send(new PutCommand({ TableName, Item: { id: req.params.id, text } }));
  res.status(200).json({ id: req.params.id, text });
});

export const handler = serverless(app);
