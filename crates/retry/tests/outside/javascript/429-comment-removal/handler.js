"use strict";

const { MongoClient } = require("mongodb");

let cached = null;

const comments = async () => {
  if (!cached) {
    cached = await MongoClient.connect(process.env.MONGODB_URI);
  }
  return cached.db("blog").collection("comments");
};

module.exports.remove = async (event) => {
  const { id } = event.pathParameters;
  const author = event.requestContext.authorizer.jwt.claims.sub;

  const collection = await comments();
  const { deletedCount } = await collection.deleteOne({ _id: id, author });

  console.log(`comment ${id}: ${deletedCount} deleted`);
  return deletedCount > 0
    ? { statusCode: 200, body: JSON.stringify({ id, deleted: true }) }
    : { statusCode: 404, body: JSON.stringify({ message: "No such comment of yours" }) };
};
