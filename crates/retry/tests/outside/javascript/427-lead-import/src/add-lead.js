import { createHash } from "node:crypto";
import { MongoClient } from "mongodb";

const client = new MongoClient(process.env.MONGODB_URI);
const leads = client.db("crm").collection("leads");

const idOf = (email) => createHash("sha1").update(email.trim().toLowerCase()).digest("hex");

export const handler = async (event) => {
  const { email, name, phone, campaign } = JSON.parse(event.body);
  if (!email?.includes("@")) {
    return { statusCode: 400, body: JSON.stringify({ error: "email" }) };
  }

  await leads.updateOne(
    { _id: idOf(email) },
    {
      $set: { email, name, phone },
      $setOnInsert: { campaign },
    },
    { upsert: true },
  );

  return { statusCode: 202, body: JSON.stringify({ accepted: true }) };
};
