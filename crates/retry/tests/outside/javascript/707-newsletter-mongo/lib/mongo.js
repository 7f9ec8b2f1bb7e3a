const { MongoClient } = require("mongodb");

const client = new MongoClient(process.env.MONGO_URL);

module.exports.subscribers = () => client.db("newsletter").collection("subscribers");
