import { change, store } from "./store";

const piecesOf = async (id: string): Promise<number> => {
  const { Item } = await store.get({ TableName: "stock", Key: { id } });
  return Item ? Item.pieces : 0;
};

/** Buys piece by piece until there is enough. */
export const replenish = async (event: { product: string; enough: number; price: number }) => {
  while ((await piecesOf(event.product)) < event.enough) {
    await change("accounts", "supermarket", "balance", -event.price);
    await change("stock", event.product, "pieces", 1);
  }
};

export const inStock = async (event: { product: string }) => ({
  pieces: await piecesOf(event.product),
});

export const category = async (event: { category: string }) => {
  const { Items } = await store.query({
    TableName: "products",
    IndexName: "category",
    KeyConditionExpression: "category = :category",
    ExpressionAttributeValues: { ":category": event.category },
  });
  return (Items ?? []).map((item) => item.id);
};
