import { setShipped } from "../lib/orders.js";

export const handler = async ({ detail }) => {
  const { orderId, carrier, handedOverAt } = detail;
  console.log("parcel handed over", orderId);
  await setShipped(orderId, { carrier, at: handedOverAt });
};
