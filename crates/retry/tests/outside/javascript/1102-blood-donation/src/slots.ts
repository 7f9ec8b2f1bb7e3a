import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { pool } from "./database";

interface Slot {
  id: string;
  starts_at: string;
  free: number;
}

export async function list(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const { rows } = await pool.query<Slot>(
    "SELECT id, starts_at, free FROM slots WHERE centre = $1 AND free > 0 ORDER BY starts_at",
    [event.pathParameters!.centre],
  );
  return { statusCode: 200, body: JSON.stringify({ slots: rows }) };
}
