import type { SQSEvent } from "aws-lambda";
import { MongoClient, MongoServerError } from "mongodb";

interface Credit {
  wallet: string;
  cents: number;
}
interface Marker {
  _id: string;
}
interface Wallet {
  _id: string;
  cents: number;
}
interface Stats {
  _id: string;
  credits: number;
}

const client = new MongoClient(process.env.MONGO_URL!);
const db = client.db("wallets");

async function credit(messageId: string, { wallet, cents }: Credit): Promise<void> {
  await client.withSession(async (session) => {
    await session.withTransaction(async () => {
      await db.collection<Marker>("processed").insertOne({ _id: messageId }, { session });
      await db.collection<Wallet>("wallets").updateOne({ _id: wallet }, { $inc: { cents } }, { session });
      await db.collection<Stats>("stats").updateOne({ _id: "credits" }, { $inc: { credits: 1 } }, { upsert: true });
    });
  });
}

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    try {
      await credit(record.messageId, JSON.parse(record.body));
    } catch (error) {
      if (error instanceof MongoServerError && error.code === 11000) continue;
      throw error;
    }
  }
};
