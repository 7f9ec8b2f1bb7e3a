import express, { type NextFunction, type Request, type Response } from "express";
import serverless from "serverless-http";
import { z } from "zod";
import { NoteRepository } from "./notes";

const notes = new NoteRepository(process.env.NOTES_TABLE!);
const NoteBody = z.object({ title: z.string().min(1), text: z.string() });

const app = express();
app.use(express.json());

app.get("/notes/:id", async (req: Request, res: Response) => {
  const note = await notes.find(req.params.id);
  if (!note) {
    res.status(404).json({ error: "Note not found" });
    return;
  }
  res.json(note);
});

app.put("/notes/:id", async (req: Request, res: Response) => {
  const body = NoteBody.safeParse(req.body);
  if (!body.success) {
    res.status(400).json({ error: "title and text are required" });
    return;
  }
  const note = { id: req.params.id, title: body.data.title, text: body.data.text };
  await notes.save(note);
  res.json(note);
});

app.delete("/notes/:id", async (req: Request, res: Response) => {
  await notes.remove(req.params.id);
  res.status(204).send();
});

app.use((err: Error, _req: Request, res: Response, _next: NextFunction) => {
  console.error(err);
  res.status(500).json({ error: "Internal server error" });
});

export const handler = serverless(app);
