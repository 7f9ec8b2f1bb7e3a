import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { pool } from "./db";

interface NewInvoice {
  year: number;
  customer: string;
  amount: number;
}

export const create = async (event: APIGatewayProxyEventV2) => {
  const requestId = event.headers["idempotency-key"];
  if (!requestId) {
    return { statusCode: 400, body: JSON.stringify({ message: "Idempotency-Key is required" }) };
  }
  const { year, customer, amount }: NewInvoice = JSON.parse(event.body!);

  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const fresh = await client.query(
      "INSERT INTO invoice_requests (id) VALUES ($1) ON CONFLICT DO NOTHING",
      [requestId],
    );
    if (fresh.rowCount === 1) {
      const { rows } = await client.query(
        "UPDATE invoice_counters SET last = last + 1 WHERE year = $1 RETURNING last",
        [year],
      );
      await client.query(
        "INSERT INTO invoices (number, request_id, customer, amount) VALUES ($1, $2, $3, $4)",
        [`${year}-${rows[0].last}`, requestId, customer, amount],
      );
    }
    await client.query("COMMIT");

    const stored = await client.query(
      "SELECT number, customer, amount FROM invoices WHERE request_id = $1",
      [requestId],
    );
    return { statusCode: 201, body: JSON.stringify(stored.rows[0]) };
  } catch (err) {
    await client.query("ROLLBACK");
    throw err;
  } finally {
    client.release();
  }
};

export const get = async (event: APIGatewayProxyEventV2) => {
  const { rows } = await pool.query(
    "SELECT number, customer, amount FROM invoices WHERE number = $1",
    [event.pathParameters?.number],
  );
  return rows.length
    ? { statusCode: 200, body: JSON.stringify(rows[0]) }
    : { statusCode: 404, body: "" };
};
