import { Collection, MongoClient } from "mongodb";

export interface Cart {
  _id: string;
  items: { sku: string; quantity: number }[];
  totalCents: number;
}

const client = new MongoClient(process.env.MONGODB_URI!);

export const carts = (): Collection<Cart> => client.db("shop").collection<Cart>("carts");
