import { MongoClient } from "mongodb";

const DUPLICATE_KEY = 11000;
const collection = new MongoClient(process.env.MONGODB_URI).db("mail").collection("suppressions");

export const normalise = (address) => address.trim().toLowerCase();

export async function add(address, reason) {
  try {
    await collection.insertOne({ _id: normalise(address), reason });
  } catch (error) {
    if (error.code !== DUPLICATE_KEY) throw error;
  }
}

export async function remove(address) {
  await collection.deleteOne({ _id: normalise(address) });
}
