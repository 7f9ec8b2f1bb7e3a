import type { APIGatewayProxyHandler } from "aws-lambda";
import { Pool } from "pg";
import { WalletRepository } from "./wallets";

const wallets = new WalletRepository(new Pool({ connectionString: process.env.DATABASE_URL, max: 1 }));

export const handler: APIGatewayProxyHandler = async (event) => {
  const id = event.pathParameters!.id!;
  const { cents } = JSON.parse(event.body!) as { cents: number };

  if (!Number.isInteger(cents) || cents <= 0) {
    return { statusCode: 422, body: JSON.stringify({ message: "cents must be positive" }) };
  }

  const balance = await wallets.add(id, cents);
  if (balance === undefined) {
    return { statusCode: 404, body: JSON.stringify({ message: `No wallet ${id}` }) };
  }
  return { statusCode: 200, body: JSON.stringify({ id, balance }) };
};
