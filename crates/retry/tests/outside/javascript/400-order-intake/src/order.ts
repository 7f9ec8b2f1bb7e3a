import { randomBytes } from "node:crypto";

export interface Line {
  sku: string;
  quantity: number;
}

export interface Order {
  orderId: string;
  customerId: string;
  lines: Line[];
  status: "NEW" | "PAID";
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const reference = (length = 12): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("");

export const buildOrder = (input: Pick<Order, "customerId" | "lines">): Order => ({
  ...input,
  orderId: `ORD-${reference()}`,
  status: "NEW",
});
