import { Pool } from "pg";

export class WalletRepository {
  constructor(private readonly pool: Pool) {}

  async add(id: string, cents: number): Promise<number | undefined> {
    const { rows } = await this.pool.query(
      "UPDATE wallets SET balance_cents = balance_cents + $2 WHERE id = $1 RETURNING balance_cents",
      [id, cents],
    );
    return rows[0]?.balance_cents;
  }
}
