import { changeStatus, Status } from "../lib/orders";

// step of the packing workflow
export const handler = async ({ orderId }: { orderId: string }): Promise<{ orderId: string; shipped: true }> => {
  await changeStatus(orderId, Status.Shipped, Status.Placed);
  return { orderId, shipped: true };
};
