const express = require('express');
const cors = require('cors');
const helmet = require('helmet');
const { ObjectId } = require('mongodb');
const { todos } = require('./db');

const app = express();
app.use(helmet());
app.use(cors());
app.use(express.json());

app.get('/todos', async (req, res, next) => {
  try {
    res.json(await todos().find({ owner: req.query.owner }).toArray());
  } catch (err) {
    next(err);
  }
});

app.post('/todos', async (req, res, next) => {
  try {
    const { owner, title } = req.body;
    if (!owner || !title) return res.status(400).json({ error: 'owner and title are required' });
    const { insertedId } = await todos().insertOne({ owner, title, done: false, createdAt: new Date() });
    return res.status(201).json({ id: insertedId });
  } catch (err) {
    return next(err);
  }
});

app.patch('/todos/:id/done', async (req, res, next) => {
  try {
    await todos().updateOne({ _id: new ObjectId(req.params.id) }, { $set: { done: true } });
    res.status(204).end();
  } catch (err) {
    next(err);
  }
});

module.exports = app;
