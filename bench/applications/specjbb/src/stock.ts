import { store } from "./store";

const piecesOf = async (id: string): Promise<number> => {
  const { Item } = await store.get({ TableName: "stock", Key: { id } });
  return Item ? Item.pieces : 0;
};

/** Orders piece by piece until there is enough. */
export const replenish = async (event: { product: string; enough: number }) => {
  let pieces = await piecesOf(event.product);
  while (pieces < event.enough) {
    await store.put({ TableName: "stock", Item: { id: event.product, pieces: pieces + 1 } });
    pieces = await piecesOf(event.product);
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
