import { v5 as uuidv5 } from "uuid";
import { withJson } from "../lib/http";
import { createOrder, type Order } from "../lib/orders";

const NAMESPACE = "6c7f52a6-0a2b-4f0e-9b6b-6f1c8d6c7e11";

interface Body {
  clientReference: string;
  member: string;
  lines: Order["lines"];
}

export const handler = withJson<Body>(async (event) => {
  const { clientReference, member, lines } = event.body;
  const id = uuidv5(`${member}/${clientReference}`, NAMESPACE);
  await createOrder({ id, member, lines });
  return { statusCode: 201, body: JSON.stringify({ id }) };
});
