const { MongoClient } = require("mongodb");

const client = new MongoClient(process.env.MONGO_URL);
const subscribers = () => client.db("newsletter").collection("subscribers");

exports.subscribe = async (event) => {
  const { email, topics } = JSON.parse(event.body);
  await subscribers().updateOne(
    { _id: email.trim().toLowerCase() },
    {
      $addToSet: { topics: { $each: topics } },
      $setOnInsert: { createdAt: new Date() },
    },
    { upsert: true }
  );
  return { statusCode: 204 };
};

exports.unsubscribe = async (event) => {
  const email = decodeURIComponent(event.pathParameters.email).toLowerCase();
  const { deletedCount } = await subscribers().deleteOne({ _id: email });
  return deletedCount === 1
    ? { statusCode: 204 }
    : { statusCode: 404, body: JSON.stringify({ message: `${email} is not subscribed` }) };
};
