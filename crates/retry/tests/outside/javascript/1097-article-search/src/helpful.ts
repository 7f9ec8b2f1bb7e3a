import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { MongoClient } from "mongodb";

const client = new MongoClient(process.env.MONGO_URL!);

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { user } = JSON.parse(event.body!);
  const result = await client.db("articles").collection<{ _id: string; users: string[] }>("helpful").updateOne(
    { _id: event.pathParameters!.id! },
    { $addToSet: { users: user } },
    { upsert: true },
  );
  const isNew = result.modifiedCount + result.upsertedCount > 0;
  return { statusCode: 200, body: JSON.stringify({ message: isNew ? "thank you" : "you said so before" }) };
};
