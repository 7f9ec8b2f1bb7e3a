const { pool, inTransaction } = require('./db');

const respond = (statusCode, body) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

exports.create = async (event) => {
  const { customerId } = event.pathParameters;
  const { amount, issuedOn } = JSON.parse(event.body);
  const year = Number(issuedOn.slice(0, 4));

  const number = await inTransaction(async (tx) => {
    const { rows } = await tx.query(
      `INSERT INTO invoice_counters (year, value) VALUES ($1, 1)
       ON CONFLICT (year) DO UPDATE SET value = invoice_counters.value + 1
       RETURNING value`,
      [year],
    );
    const next = `${year}-${String(rows[0].value).padStart(5, '0')}`;
    await tx.query(
      'INSERT INTO invoices (number, customer_id, amount, issued_on) VALUES ($1, $2, $3, $4)',
      [next, customerId, amount, issuedOn],
    );
    return next;
  });

  return respond(201, { number });
};

exports.list = async (event) => {
  const { customerId } = event.pathParameters;
  const { rows } = await pool.query(
    'SELECT number, amount, issued_on FROM invoices WHERE customer_id = $1 ORDER BY number',
    [customerId],
  );
  return respond(200, { invoices: rows });
};
