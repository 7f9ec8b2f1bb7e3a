const { MongoClient } = require("mongodb");

const client = new MongoClient(process.env.MONGO_URL);

exports.users = () => client.db("accounts").collection("users");
