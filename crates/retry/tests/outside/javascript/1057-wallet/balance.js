import { db, reply } from "./shared.js";

export const handler = async (event) => {
  const { Item } = await db.get({ TableName: process.env.WALLETS, Key: { owner: event.pathParameters.owner } });
  return reply(200, { balance: Item?.balance ?? 0 });
};
