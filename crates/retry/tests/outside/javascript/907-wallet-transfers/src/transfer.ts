import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { z } from "zod";
import { pool } from "./pool";

const Transfer = z.object({
  transferId: z.string().uuid(),
  from: z.string(),
  to: z.string(),
  amount: z.number().int().positive(),
});

const response = (statusCode: number, body: object): APIGatewayProxyResult => ({
  statusCode,
  body: JSON.stringify(body),
});

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const { transferId, from, to, amount } = Transfer.parse(JSON.parse(event.body ?? "{}"));
  if (from === to) return response(400, { message: "Wallets must differ" });

  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const inserted = await client.query(
      `INSERT INTO transfers (id, from_wallet, to_wallet, amount)
       VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
      [transferId, from, to, amount],
    );
    if (inserted.rowCount === 0) {
      // carried out by an earlier request with this id
      await client.query("ROLLBACK");
      return response(200, { transferId, status: "completed" });
    }
    const debit = await client.query(
      "UPDATE wallets SET balance = balance - $2 WHERE id = $1 AND balance >= $2",
      [from, amount],
    );
    if (debit.rowCount === 0) {
      await client.query("ROLLBACK");
      return response(402, { message: "Insufficient funds" });
    }
    await client.query("UPDATE wallets SET balance = balance + $2 WHERE id = $1", [to, amount]);
    await client.query("COMMIT");
    return response(200, { transferId, status: "completed" });
  } catch (err) {
    await client.query("ROLLBACK");
    throw err;
  } finally {
    client.release();
  }
};
