import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { ResultSetHeader } from "mysql2";
import { pool } from "./pool";

interface Purchase {
  purchaseId: string;
  buyer: string;
  tickets: number;
}

export const handler = async (event: APIGatewayProxyEventV2) => {
  const raffle = event.pathParameters!.raffle!;
  const { purchaseId, buyer, tickets }: Purchase = JSON.parse(event.body ?? "{}");

  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [inserted] = await connection.execute<ResultSetHeader>(
      "INSERT IGNORE INTO purchases (id, raffle, buyer, tickets) VALUES (?, ?, ?, ?)",
      [purchaseId, raffle, buyer, tickets],
    );
    if (inserted.affectedRows === 1) {
      await connection.execute("UPDATE raffles SET sold = sold + ? WHERE id = ?", [tickets, raffle]);
    }
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
  return { statusCode: 201, body: JSON.stringify({ purchaseId }) };
};
