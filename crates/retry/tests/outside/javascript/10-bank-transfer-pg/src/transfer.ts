import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { withTransaction } from "./db";

class InsufficientFunds extends Error {}

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { transferId, from, to, amount } = JSON.parse(event.body!);
  try {
    await withTransaction(async (client) => {
      const claimed = await client.query(
        "INSERT INTO transfers (id, from_account, to_account, amount) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
        [transferId, from, to, amount],
      );
      if (claimed.rowCount === 0) return;
      const debit = await client.query(
        "UPDATE accounts SET balance = balance - $2 WHERE id = $1 AND balance >= $2",
        [from, amount],
      );
      if (debit.rowCount === 0) throw new InsufficientFunds();
      await client.query("UPDATE accounts SET balance = balance + $2 WHERE id = $1", [to, amount]);
    });
  } catch (e) {
    if (e instanceof InsufficientFunds) {
      return { statusCode: 422, body: JSON.stringify({ error: "insufficient funds" }) };
    }
    throw e;
  }
  return { statusCode: 202, body: JSON.stringify({ transferId }) };
};
