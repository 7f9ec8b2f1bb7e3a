import { store } from "./store";

export const balance = async (event: { customer: string }) => {
  const { Item } = await store.get({ TableName: "customers", Key: { id: event.customer } });
  return { balance: Item?.balance };
};

export const receipts = async (event: { customer: string }) => {
  const { Items } = await store.query({
    TableName: "receipts",
    IndexName: "customer",
    KeyConditionExpression: "customer = :customer",
    ExpressionAttributeValues: { ":customer": event.customer },
  });
  return Items;
};

export const discount = async (event: { product: string }) => {
  const { Item } = await store.get({ TableName: "discounts", Key: { id: event.product } });
  return { discount: Item ? Item.percent : 0 };
};
