import { MongoClient, ObjectId } from "mongodb";

const client = new MongoClient(process.env.MONGO_URL);
const db = client.db("travel");

export const handler = async (event) => {
  const { id, trip } = JSON.parse(event.body);
  try {
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await db.collection("bookings").insertOne({ _id: id, trip }, { session });
        await db.collection("trips").updateOne({ _id: trip }, { $inc: { booked: 1 } }, { session });
      }),
    );
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  return { statusCode: 200, body: id };
};

export const careless = async (event) => {
  const { trip } = JSON.parse(event.body);
  const session = client.startSession();
  const _id = new ObjectId();
  await session.withTransaction(async () => {
    await db.collection("tours").insertOne({ _id, trip }, { session });
  });
  await session.endSession();
  return { statusCode: 200, body: _id.toHexString() };
};
