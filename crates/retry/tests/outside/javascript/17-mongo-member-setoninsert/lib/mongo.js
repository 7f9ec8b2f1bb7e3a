const { MongoClient } = require("mongodb");

let cachedClient = null;

module.exports.members = async function members() {
  if (!cachedClient) {
    cachedClient = new MongoClient(process.env.MONGODB_URI);
    await cachedClient.connect();
  }
  return cachedClient.db("club").collection("members");
};
