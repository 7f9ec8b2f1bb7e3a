const { MongoClient } = require("mongodb");

const client = new MongoClient(process.env.MONGODB_URI);

exports.client = client;
exports.matches = client.db("exchange").collection("matches");
exports.users = client.db("exchange").collection("users");
