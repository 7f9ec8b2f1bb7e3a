'use strict';
const pool = require('./pool');

exports.enqueue = async (event) => {
  const { document } = JSON.parse(event.body);
  await pool.query(
    "INSERT INTO jobs (id, document, state) VALUES ($1, $2, 'pending') ON CONFLICT (id) DO NOTHING",
    [event.pathParameters.id, document],
  );
  return { statusCode: 202, body: JSON.stringify({ id: event.pathParameters.id }) };
};

exports.state = async (event) => {
  const { rows } = await pool.query('SELECT state, pages FROM jobs WHERE id = $1', [event.pathParameters.id]);
  return rows.length ? { statusCode: 200, body: JSON.stringify(rows[0]) } : { statusCode: 404, body: '' };
};
