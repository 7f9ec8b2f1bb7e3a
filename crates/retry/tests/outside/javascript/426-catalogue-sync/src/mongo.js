const { MongoClient } = require("mongodb");

const client = new MongoClient(process.env.MONGODB_URI, { maxPoolSize: 1 });
let connection;

exports.products = async () => {
  connection = connection || client.connect();
  const connected = await connection;
  return connected.db("catalogue").collection("products");
};
