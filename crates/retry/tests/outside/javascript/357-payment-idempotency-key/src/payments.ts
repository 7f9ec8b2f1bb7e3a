import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Pool } from "pg";

const pool = new Pool({ max: 1 });

const INSERT = `
  INSERT INTO payments (idempotency_key, account, cents)
  VALUES ($1, $2, $3)
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id`;
const SELECT = "SELECT id FROM payments WHERE idempotency_key = $1";

async function createPayment(key: string, account: string, cents: number): Promise<number> {
  const inserted = await pool.query(INSERT, [key, account, cents]);
  if (inserted.rows.length > 0) return inserted.rows[0].id;
  const existing = await pool.query(SELECT, [key]);
  return existing.rows[0].id;
}

export const handler = async (event: APIGatewayProxyEventV2) => {
  const key = event.headers["idempotency-key"];
  if (!key) return { statusCode: 400, body: JSON.stringify({ message: "Idempotency-Key is missing" }) };

  const { account, cents } = JSON.parse(event.body!);
  const id = await createPayment(key, account, cents);
  return { statusCode: 201, body: JSON.stringify({ id }) };
};
