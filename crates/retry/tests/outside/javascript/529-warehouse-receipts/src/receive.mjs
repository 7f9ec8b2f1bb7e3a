import knex from "knex";

const db = knex({ client: "pg", connection: { host: process.env.PG_HOST, database: "wms" } });

const alreadyReceived = async (messageId) => {
  const row = await db("receipts").where({ message_id: messageId }).first();
  return row !== undefined;
};

export const handler = async ({ Records }) => {
  for (const { messageId, body } of Records) {
    const { sku, quantity } = JSON.parse(body);
    if (await alreadyReceived(messageId)) {
      console.log("duplicate delivery", messageId);
      continue;
    }
    await db("receipts").insert({ message_id: messageId, sku });
    await db("stock").where({ sku }).increment("on_hand", quantity);
  }
};
