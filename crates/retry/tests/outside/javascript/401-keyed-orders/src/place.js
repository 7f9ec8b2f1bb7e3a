import { insertOnce, orderIdFor } from "./store.js";

export const handler = async (event) => {
  const key = event.headers?.["idempotency-key"];
  if (!key) {
    return { statusCode: 400, body: JSON.stringify({ error: "Idempotency-Key is missing" }) };
  }
  const { customer, items } = JSON.parse(event.body);
  const id = orderIdFor(`${customer}:${key}`);
  await insertOnce({
    id,
    customer,
    items,
    createdAt: new Date().toISOString(),
  });
  return { statusCode: 202, body: JSON.stringify({ id }) };
};
