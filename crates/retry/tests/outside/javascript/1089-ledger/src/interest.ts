import { inTransaction } from "./tx";

export const handler = async (): Promise<void> => {
  await inTransaction(async (client) => {
    await client.query("UPDATE accounts SET cents = cents + cents / 1000 WHERE cents > 0");
  });
};
