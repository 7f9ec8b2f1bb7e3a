import express, { Request, Response } from "express";
import serverless from "serverless-http";
import { prisma } from "./prisma";

const app = express();
app.use(express.json());

app.get("/cards", async (_req: Request, res: Response) => {
  const cards = await prisma.card.findMany({ orderBy: { id: "asc" } });
  res.json(cards);
});

app.post("/cards", async (req: Request, res: Response) => {
  const { title } = req.body;
  if (typeof title !== "string" || title === "") {
    res.status(400).json({ message: "title required" });
    return;
  }
  const card = await prisma.card.create({ data: { title, column: "todo" } });
  res.status(201).json(card);
});

export const handler = serverless(app);
