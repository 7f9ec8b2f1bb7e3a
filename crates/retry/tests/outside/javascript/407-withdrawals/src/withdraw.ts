import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { Pool } from "pg";

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 1 });

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
  const account = event.pathParameters!.id;
  const { requestId, cents } = JSON.parse(event.body!);
  const client = await pool.connect();

  try {
    await client.query("BEGIN");
    const inserted = await client.query(
      "INSERT INTO withdrawals (request_id, account_id, cents) VALUES ($1, $2, $3) ON CONFLICT (request_id) DO NOTHING",
      [requestId, account, cents],
    );
    const { rows } =
      inserted.rowCount === 1
        ? await client.query("UPDATE accounts SET balance = balance - $2 WHERE id = $1 RETURNING balance", [account, cents])
        : await client.query("SELECT balance FROM accounts WHERE id = $1", [account]);
    await client.query("COMMIT");
    return { statusCode: 200, body: JSON.stringify({ requestId, balance: rows[0].balance }) };
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
};
