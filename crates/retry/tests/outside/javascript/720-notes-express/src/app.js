const express = require("express");

exports.createApp = ({ notes }) => {
  const app = express();
  app.use(express.json());

  const wrap = (work) => (req, res, next) => work(req, res).catch(next);

  app.get(
    "/notes/:id",
    wrap(async (req, res) => {
      const note = await notes.get(req.params.id);
      if (!note) return res.status(404).end();
      return res.json(note);
    }),
  );

  app.put(
    "/notes/:id",
    wrap(async (req, res) => {
      await notes.put({ id: req.params.id, text: String(req.body.text) });
      res.status(204).end();
    }),
  );

  app.delete(
    "/notes/:id",
    wrap(async (req, res) => {
      await notes.remove(req.params.id);
      res.status(204).end();
    }),
  );

  return app;
};
