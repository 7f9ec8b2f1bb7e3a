import type { SQSEvent } from "aws-lambda";
import { Order } from "./order";
import { Repository } from "./repository";

const orders = new Repository<Order>("orders");

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    const { customer, lines } = JSON.parse(record.body);
    const order = new Order(customer, lines, record.messageId);
    if (order.total() <= 0) continue;
    await orders.save(order);
  }
};
