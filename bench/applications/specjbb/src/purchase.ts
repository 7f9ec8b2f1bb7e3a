import { randomUUID } from "node:crypto";
import { change, store } from "./store";

interface Line {
  product: string;
  pieces: number;
  price: number;
}

export const purchase = async (event: { customer: string; lines: Line[] }) => {
  const bought: Line[] = [];
  let total = 0;
  for (const line of event.lines) {
    if (await change("stock", line.product, "pieces", -line.pieces)) {
      bought.push(line);
      total += line.price * line.pieces;
    }
  }
  if (!(await change("customers", event.customer, "balance", -total))) {
    return { accepted: false };
  }
  const receipt = randomUUID();
  await store.put({
    TableName: "receipts",
    Item: { id: receipt, customer: event.customer, lines: bought, total },
  });
  return { accepted: true, receipt };
};

export const payInstallment = async (event: { customer: string; receipt: string }) => {
  const { Item } = await store.get({ TableName: "receipts", Key: { id: event.receipt } });
  if (!Item || Item.open <= 0) return { paid: 0 };
  const rate = Item.total / 12;
  await change("customers", event.customer, "balance", -rate);
  await change("receipts", event.receipt, "open", -rate);
  return { paid: rate };
};

export const returnProduct = async (event: { receipt: string; product: string }) => {
  const { Item } = await store.get({ TableName: "receipts", Key: { id: event.receipt } });
  if (!Item) return { returned: false };
  const line = Item.lines.find((l: Line) => l.product === event.product);
  if (!line) return { returned: false };
  await change("stock", event.product, "pieces", line.pieces);
  await change("customers", Item.customer, "balance", line.price * line.pieces);
  return { returned: true };
};
