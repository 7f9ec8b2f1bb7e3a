import express from 'express';
import serverless from 'serverless-http';
import { prisma } from './prisma';

const app = express();
app.use(express.json());

app.post('/articles', async (req, res) => {
  const { title, body, dueAt } = req.body;
  const article = await prisma.article.create({ data: { title, body, dueAt: new Date(dueAt) } });
  res.status(201).json({ id: article.id });
});

app.get('/articles/:id', async (req, res) => {
  const article = await prisma.article.findUnique({ where: { id: req.params.id } });
  if (!article || !article.published) return res.status(404).json({ error: 'not found' });
  res.json(article);
});

export const handler = serverless(app);
