import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { stripe } from "./clients";

const app = new Hono();

app.get("/customers/:customer/invoices", async (c) => {
  const page = await stripe.invoices.list({ customer: c.req.param("customer"), limit: 20 });
  return c.json(page.data.map(({ id, total, status }) => ({ id, total, status })));
});

export const handler = handle(app);
