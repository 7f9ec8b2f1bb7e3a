import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { inTransaction } from "./tx";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { transferId, from, to, cents } = JSON.parse(event.body!);
  if (!transferId || !from || !to || from === to || !(cents > 0)) {
    return { statusCode: 400, body: JSON.stringify({ message: "invalid transfer" }) };
  }
  await inTransaction(async (client) => {
    const { rowCount } = await client.query(
      "INSERT INTO transfers (id, sender, receiver, cents) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
      [transferId, from, to, cents],
    );
    if (rowCount === 1) {
      await client.query("UPDATE accounts SET cents = cents - $2 WHERE id = $1", [from, cents]);
      await client.query("UPDATE accounts SET cents = cents + $2 WHERE id = $1", [to, cents]);
    }
  });
  return { statusCode: 200, body: JSON.stringify({ transferId }) };
};
