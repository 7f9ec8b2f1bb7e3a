import { MongoClient } from "mongodb";
import { z } from "zod";

const client = new MongoClient(process.env.MONGODB_URI);

const Product = z.object({
  sku: z.string(),
  title: z.string(),
  price: z.number().nonnegative(),
  discontinued: z.boolean().default(false),
});

export const handler = async (event) => {
  const { sku, title, price, discontinued } = Product.parse(event.detail);
  const products = client.db("catalogue").collection("products");

  await products.updateOne(
    { _id: sku },
    { $set: { title, price, discontinued, syncedAt: new Date() } },
    { upsert: true },
  );
};
