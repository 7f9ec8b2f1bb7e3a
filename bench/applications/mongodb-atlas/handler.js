const { MongoClient } = require("mongodb");

let cached;

const connect = async () => {
  if (!cached) {
    const client = await MongoClient.connect(process.env.DB_URL);
    cached = client.db(process.env.DB_NAME);
  }
  return cached;
};

module.exports.hello = async (event) => {
  const db = await connect();
  const result = await db.collection("pets").insertOne(JSON.parse(event.body));
  return { statusCode: 200, body: JSON.stringify(result) };
};
