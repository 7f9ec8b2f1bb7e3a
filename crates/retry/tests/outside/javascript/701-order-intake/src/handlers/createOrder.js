import { z } from "zod";
import { insertOrder, loadOrder } from "../lib/orders.js";

const Order = z.object({
  customer: z.string().min(1),
  lines: z
    .array(z.object({ sku: z.string(), qty: z.number().int().positive(), price: z.number().int() }))
    .min(1),
});

const json = (statusCode, body) => ({
  statusCode,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export const handler = async (event) => {
  const key = event.headers["idempotency-key"];
  if (!key) return json(400, { message: "Idempotency-Key is required" });

  const parsed = Order.safeParse(JSON.parse(event.body));
  if (!parsed.success) return json(422, { message: "invalid order" });

  const { customer, lines } = parsed.data;
  const order = {
    orderId: key,
    customer,
    lines,
    total: lines.reduce((sum, line) => sum + line.qty * line.price, 0),
    status: "NEW",
  };

  const created = await insertOrder(order);
  // A client that comes back with the same key gets the order it has already made.
  return json(201, created ? order : await loadOrder(key));
};
