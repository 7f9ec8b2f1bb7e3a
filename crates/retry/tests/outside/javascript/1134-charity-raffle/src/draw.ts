import type { RowDataPacket } from "mysql2";
import { pool } from "./pool";

export const handler = async ({ raffle }: { raffle: string }): Promise<{ raffle: string; winner: string }> => {
  const [candidates] = await pool.execute<RowDataPacket[]>(
    "SELECT buyer FROM purchases WHERE raffle = ? ORDER BY RAND() LIMIT 1",
    [raffle],
  );
  if (candidates.length === 0) throw new Error(`nobody takes part in ${raffle}`);

  await pool.execute("UPDATE raffles SET winner = ? WHERE id = ? AND winner IS NULL", [candidates[0].buyer, raffle]);
  const [rows] = await pool.execute<RowDataPacket[]>("SELECT winner FROM raffles WHERE id = ?", [raffle]);
  return { raffle, winner: rows[0].winner };
};
