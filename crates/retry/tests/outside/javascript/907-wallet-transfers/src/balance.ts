import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { pool } from "./pool";

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const { rows } = await pool.query("SELECT id, balance FROM wallets WHERE id = $1", [event.pathParameters!.id]);
  if (rows.length === 0) return { statusCode: 404, body: JSON.stringify({ message: "No such wallet" }) };
  return { statusCode: 200, body: JSON.stringify({ wallet: rows[0].id, balance: rows[0].balance }) };
};
