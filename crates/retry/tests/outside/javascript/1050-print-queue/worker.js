'use strict';
const axios = require('axios');
const pool = require('./pool');

const CLAIM = `UPDATE jobs SET state = 'running' WHERE id = (
  SELECT id FROM jobs WHERE state = 'pending' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING id, document`;

exports.handler = async () => {
  const { rows: [job] } = await pool.query(CLAIM);
  if (!job) return;
  const { data } = await axios.get(`https://renderer.internal.example/pages?document=${encodeURIComponent(job.document)}`);
  await pool.query("UPDATE jobs SET state = 'done', pages = $2 WHERE id = $1", [job.id, data.pages]);
};
