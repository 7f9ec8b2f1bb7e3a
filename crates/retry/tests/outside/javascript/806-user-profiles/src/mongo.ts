import { Collection, MongoClient } from "mongodb";

export interface Profile {
  _id: string;
  name: string;
  bio?: string;
  avatarUrl?: string;
  updatedAt: Date;
}

const client = new MongoClient(process.env.MONGO_URL as string);

export async function profiles(): Promise<Collection<Profile>> {
  await client.connect();
  return client.db(process.env.MONGO_DB).collection<Profile>("profiles");
}
